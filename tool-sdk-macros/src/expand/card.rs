//! Cards that a type declares: one function from its fields, and nothing where there is none.

use proc_macro2::{Ident, Span, TokenStream};
use syn::Member;
use syn::ext::IdentExt;

use crate::model::{Body, Card, Change, Field, Given, Part, TitlePiece, TypeModel};

/// ```text
/// const CALL: __p::Option<fn(&Self) -> __p::CallView> = __p::Some(|__s| {
///     let __v = __p::CallView::generic(__p::card::title(&[__p::card::Title::Text("grep "), __p::card::Title::Field(&__s.pattern)]));
///     let __v = __v.kind(__p::Kind::Search);
///     __p::card::location(__v, &__s.path, __p::None)
/// });
/// ```
pub(super) fn call(model: &TypeModel) -> TokenStream {
    let (Some(card), Body::Object(object)) = (&model.call, &model.body) else { return TokenStream::new() };
    let fields = Fields(&object.fields);
    let title = fields.text(card.get("title"));
    let first = match card.form.name {
        "terminal" => emit!(__p::CallView::terminal(#title)),
        "diff" => emit!(__p::CallView::diff(#title)),
        _ => emit!(__p::CallView::generic(#title)),
    };
    let steps = card.parts.iter().filter(|part| part.key != "title").flat_map(|part| fields.call_step(part));
    constant(&emit!(CALL), &emit!(__p::CallView), &first, steps)
}

/// The same for `RESULT`.
pub(super) fn result(model: &TypeModel) -> TokenStream {
    let (Some(card), Body::Object(object)) = (&model.result, &model.body) else { return TokenStream::new() };
    let fields = Fields(&object.fields);
    let steps = card.parts.iter().filter_map(|part| fields.result_step(part));
    constant(&emit!(RESULT), &emit!(__p::ResultView), &fields.result_of(card), steps)
}

fn constant(
    name: &TokenStream,
    view: &TokenStream,
    first: &TokenStream,
    steps: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    emit! {
        const #name: __p::Option<fn(&Self) -> #view> = __p::Some(|__s| {
            let __v = #first;
            #(let __v = #steps;)*
            __v
        });
    }
}

/// The fields that a card speaks of.
struct Fields<'a>(&'a [Field]);

impl Fields<'_> {
    /// `&__s.path`, at the place where the author names it.
    fn access(&self, name: &str, at: Span) -> TokenStream {
        let Some(field) = self.0.iter().find(|field| field.rust_name() == name) else { return TokenStream::new() };
        let mut member = field.member.clone();
        if let Member::Named(ident) = &mut member {
            ident.set_span(ident.span().located_at(at));
        }
        emit_at!(at=> &__s.#member)
    }

    fn named(&self, ident: &Ident) -> TokenStream {
        self.access(&ident.unraw().to_string(), ident.span())
    }

    fn field(&self, given: Option<&Given>) -> TokenStream {
        match given {
            Some(Given::Field(field)) => self.named(field),
            _ => TokenStream::new(),
        }
    }

    /// A text: of one field, or of a template.
    fn text(&self, given: Option<&Given>) -> TokenStream {
        match given {
            Some(Given::Field(field)) => {
                let access = self.named(field);
                emit_at!(field.span()=> __p::card::text(#access))
            }
            Some(Given::Title(literal, pieces)) => {
                let at = literal.span();
                let pieces = pieces.iter().map(|piece| match piece {
                    TitlePiece::Text(text) => emit!(__p::card::Title::Text(#text)),
                    TitlePiece::Field(name) => {
                        let access = self.access(name, at);
                        emit_at!(at=> __p::card::Title::Field(#access))
                    }
                    TitlePiece::Open => emit!(__p::card::Title::Open),
                    TitlePiece::Close => emit!(__p::card::Title::Close),
                });
                emit!(__p::card::title(&[#(#pieces),*]))
            }
            _ => emit!(__p::String::new()),
        }
    }

    fn call_step(&self, part: &Part) -> Vec<TokenStream> {
        let key = &part.key;
        match &part.given {
            Given::Kind(kind) => vec![emit!(__v.kind(__p::Kind::#kind))],
            Given::All => vec![emit_at!(key.span()=> __p::card::raw_input(__v, __s))],
            Given::Places(places) => places.iter().map(|(path, line)| self.location(path, line.as_ref())).collect(),
            Given::Changes(changes) => changes.iter().map(|change| self.change(change)).collect(),
            given if key == "content" => {
                let text = self.text(Some(given));
                vec![emit!(__p::card::call_content(__v, #text))]
            }
            given if key == "description" => {
                let text = self.text(Some(given));
                vec![emit!(__p::card::description(__v, #text))]
            }
            given => {
                let field = self.field(Some(given));
                vec![emit_at!(key.span()=> __p::card::#key(__v, #field))]
            }
        }
    }

    fn location(&self, path: &Ident, line: Option<&Ident>) -> TokenStream {
        let line = line.map_or_else(
            || emit!(__p::None),
            |line| {
                let access = self.named(line);
                emit_at!(line.span()=> __p::card::line(#access))
            },
        );
        let access = self.named(path);
        emit_at!(path.span()=> __p::card::location(__v, #access, #line))
    }

    fn change(&self, change: &Change) -> TokenStream {
        let old = change.old.as_ref().map_or_else(
            || emit!(__p::None),
            |old| {
                let access = self.named(old);
                emit_at!(old.span()=> __p::Some(__p::card::text(#access)))
            },
        );
        let (path, new) = (self.named(&change.path), self.named(&change.new));
        emit_at!(change.path.span()=> __p::card::change(__v, #path, #old, #new))
    }

    /// The card with all that it cannot do without.
    fn result_of(&self, card: &Card) -> TokenStream {
        let field = |key: &str| self.field(card.get(key));
        match card.form.name {
            "terminal" => emit!(__p::card::terminal()),
            "diff" => {
                let diffs = field("diffs");
                emit!(__p::card::diffs(#diffs))
            }
            "search" => {
                let total = field("total");
                let (paths, matches) = (field("paths"), field("matches"));
                if paths.is_empty() {
                    emit!(__p::card::matches(#matches, #total))
                } else {
                    emit!(__p::card::paths(#paths, #total))
                }
            }
            "read" => {
                let [path, offset, lines, total] = ["path", "offset", "lines", "total_lines"].map(field);
                emit!(__p::card::read(#path, #offset, #lines, #total))
            }
            "web" => {
                let (sources, url, status) = (field("sources"), field("url"), field("status_code"));
                if url.is_empty() {
                    emit!(__p::card::sources(#sources))
                } else {
                    emit!(__p::card::fetched(#url, #status))
                }
            }
            _ => emit!(__p::ResultView::generic()),
        }
    }

    /// What the card may have beyond that.
    fn result_step(&self, part: &Part) -> Option<TokenStream> {
        let key = &part.key;
        Some(match key.to_string().as_str() {
            "title" | "content" => {
                let text = self.text(Some(&part.given));
                emit!(__v.#key(#text))
            }
            "lang" | "answer" => {
                let text = self.text(Some(&part.given));
                emit!(__p::card::#key(__v, #text))
            }
            "output" | "exit_code" | "signal" | "truncated" => {
                let field = self.field(Some(&part.given));
                emit_at!(key.span()=> __p::card::#key(__v, #field))
            }
            _ => return None,
        })
    }
}
