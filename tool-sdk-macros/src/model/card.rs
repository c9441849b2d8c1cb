//! `call = generic(title = "grep {pattern}", locations = [path])`: a card that a type declares, field by field.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Token, bracketed};

use super::template::{self, Piece};
use crate::attr::{Entries, skip_to_comma};
use crate::diag::Diag;
use crate::names::did_you_mean;

/// What a key of a card takes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Takes {
    /// A template, or a field.
    Text,
    /// A field.
    Field,
    /// What the call does.
    Kind,
    /// A field, or all arguments when it stands alone.
    Input,
    /// `[path: line]`
    Places,
    /// `[path: old => new]`
    Changes,
}

/// A kind of card: which keys it takes, and what it is nothing without.
pub(crate) struct CardForm {
    pub(crate) name: &'static str,
    pub(crate) keys: &'static [(&'static str, Takes)],
    /// One of these has to be there, or the reason is told.
    needs: &'static [(&'static [&'static str], &'static str)],
    /// Of these only one may be there.
    one_of: &'static [&'static str],
}

const TITLE: (&[&str], &str) = (&["title"], "a card needs a `title`, like `title = \"Edit {path}\"`");

static CALLS: [CardForm; 3] = [
    CardForm {
        name: "generic",
        keys: &[
            ("title", Takes::Text),
            ("kind", Takes::Kind),
            ("raw_input", Takes::Input),
            ("content", Takes::Text),
            ("locations", Takes::Places),
        ],
        needs: &[TITLE],
        one_of: &[],
    },
    CardForm {
        name: "terminal",
        keys: &[("title", Takes::Text), ("description", Takes::Text), ("cwd", Takes::Field)],
        needs: &[(&["title"], "a terminal needs a `title`: the field that is the command")],
        one_of: &[],
    },
    CardForm {
        name: "diff",
        keys: &[("title", Takes::Text), ("diffs", Takes::Changes), ("locations", Takes::Places)],
        needs: &[TITLE, (&["diffs"], "a diff needs `diffs`, like `diffs = [path: old => new]`")],
        one_of: &[],
    },
];

static RESULTS: [CardForm; 6] = [
    CardForm {
        name: "generic",
        keys: &[("title", Takes::Text), ("content", Takes::Text)],
        needs: &[(&["title", "content"], "this card says nothing: give it a `title` or a `content`")],
        one_of: &[],
    },
    CardForm {
        name: "terminal",
        keys: &[
            ("title", Takes::Text),
            ("output", Takes::Field),
            ("signal", Takes::Field),
            ("exit_code", Takes::Field),
        ],
        needs: &[(&["output"], "a terminal needs an `output`: the field that holds it")],
        one_of: &[],
    },
    CardForm {
        name: "diff",
        keys: &[("title", Takes::Text), ("diffs", Takes::Field)],
        needs: &[(&["diffs"], "a diff needs `diffs`: the field that holds a `Vec<FileDiff>`")],
        one_of: &[],
    },
    CardForm {
        name: "search",
        keys: &[
            ("title", Takes::Text),
            ("matches", Takes::Field),
            ("paths", Takes::Field),
            ("total", Takes::Field),
            ("truncated", Takes::Field),
        ],
        needs: &[
            (&["matches", "paths"], "a search needs `matches` or `paths`: the field that holds them"),
            (&["total"], "a search needs a `total`: the field that counts what was found"),
        ],
        one_of: &["matches", "paths"],
    },
    CardForm {
        name: "read",
        keys: &[
            ("title", Takes::Text),
            ("path", Takes::Field),
            ("offset", Takes::Field),
            ("lines", Takes::Field),
            ("total_lines", Takes::Field),
            ("lang", Takes::Text),
            ("content", Takes::Text),
        ],
        needs: &[
            (&["path"], "a read card needs a `path`: the field that holds it"),
            (&["offset"], "a read card needs an `offset`: the field that numbers the first line"),
            (&["lines"], "a read card needs `lines`: the field that holds a `Vec<ReadLine>`"),
            (&["total_lines"], "a read card needs `total_lines`: the field that counts them"),
        ],
        one_of: &[],
    },
    CardForm {
        name: "web",
        keys: &[
            ("title", Takes::Text),
            ("sources", Takes::Field),
            ("answer", Takes::Text),
            ("url", Takes::Field),
            ("status_code", Takes::Field),
            ("truncated", Takes::Field),
        ],
        needs: &[
            (&["sources", "url"], "a web card needs `sources`, or `url` and `status_code`"),
            (&["sources", "status_code"], "a fetched page needs its `status_code`: the field that holds it"),
        ],
        one_of: &["sources", "url"],
    },
];

/// The words of `kind`.
const KINDS: [&str; 8] = ["Read", "Edit", "Delete", "Move", "Search", "Execute", "Fetch", "Other"];

/// A card that a type declares.
pub(crate) struct Card {
    pub(crate) form: &'static CardForm,
    /// `call` or `result`.
    pub(crate) key: Ident,
    pub(crate) parts: Vec<Part>,
}

pub(crate) struct Part {
    pub(crate) key: Ident,
    pub(crate) given: Given,
}

pub(crate) enum Given {
    Title(LitStr, Vec<TitlePiece>),
    Field(Ident),
    All,
    Kind(Ident),
    Places(Vec<(Ident, Option<Ident>)>),
    Changes(Vec<Change>),
}

/// `path: old => new`, or `path: new` for what is only put in.
pub(crate) struct Change {
    pub(crate) path: Ident,
    pub(crate) old: Option<Ident>,
    pub(crate) new: Ident,
}

#[derive(Debug, PartialEq)]
pub(crate) enum TitlePiece {
    Text(String),
    Field(String),
    /// `[ in {path}]` is left out when the field is absent.
    Open,
    Close,
}

impl Card {
    /// Takes the card of a pending call.
    pub(crate) fn call(entries: &mut Entries<'_>, diag: &Diag) -> Option<Self> {
        Self::take(entries, "call", &CALLS, diag)
    }

    /// Takes the card of a call that has ended.
    pub(crate) fn result(entries: &mut Entries<'_>, diag: &Diag) -> Option<Self> {
        Self::take(entries, "result", &RESULTS, diag)
    }

    fn take(entries: &mut Entries<'_>, key: &str, forms: &'static [CardForm], diag: &Diag) -> Option<Self> {
        let names: Vec<&str> = forms.iter().map(|form| form.name).collect();
        let (key, name, tokens) = entries.form(key, &names)?;
        let Some(form) = forms.iter().find(|form| name == form.name) else {
            diag.at(name.span(), unknown_card(&name.to_string(), &names));
            return None;
        };
        let parts = parts(tokens, form, diag);
        // What was refused for another reason is not missed as well.
        if parts.iter().all(Read::is_sound) {
            for (_, why) in form.needs.iter().filter(|(keys, _)| !parts.iter().any(|part| has(part, keys))) {
                diag.at(name.span(), why);
            }
        }
        let mut excluding = parts.iter().filter(|part| has(part, form.one_of));
        if let (Some(first), Some(second)) = (excluding.next(), excluding.next()) {
            diag.at(second.key.span(), format!("`{}` excludes `{}`: keep one", second.key, first.key));
        }
        let parts = parts.into_iter().filter_map(Read::into_part).collect();
        Some(Self { form, key, parts })
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Given> {
        self.parts.iter().find(|part| part.key == key).map(|part| &part.given)
    }
}

/// A key that was read; nothing is given where its value was refused.
struct Read {
    key: Ident,
    given: Option<Given>,
}

impl Read {
    fn is_sound(&self) -> bool {
        self.given.is_some()
    }

    fn into_part(self) -> Option<Part> {
        Some(Part { key: self.key, given: self.given? })
    }
}

fn has(part: &Read, keys: &[&str]) -> bool {
    keys.iter().any(|key| part.key == key)
}

fn unknown_card(name: &str, known: &[&str]) -> String {
    let later = match name {
        "search" => Some(("matches", "Search")),
        "read" => Some(("lines", "Read")),
        "web" => Some(("pages", "Fetch")),
        _ => None,
    };
    if let Some((what, kind)) = later {
        return format!("a pending call has no {what} yet: use `generic(kind = {kind})`");
    }
    let meant = did_you_mean(name, known.iter().copied());
    let known = if meant.is_empty() { format!(": it is {}", crate::attr::one_of(known)) } else { meant };
    format!("unknown card `{name}`{known}")
}

fn parts(tokens: TokenStream, form: &CardForm, diag: &Diag) -> Vec<Read> {
    let mut parts: Vec<Read> = Vec::new();
    let parse = |input: ParseStream<'_>| {
        while !input.is_empty() {
            match part(input, form, diag) {
                Ok(part) if parts.iter().any(|other| other.key == part.key) => {
                    diag.at(part.key.span(), format!("`{}` stands twice: keep one", part.key));
                }
                Ok(part) => parts.push(part),
                Err(error) => {
                    diag.push(error);
                    skip_to_comma(input);
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    if let Err(error) = parse.parse2(tokens) {
        diag.push(error);
    }
    parts
}

fn part(input: ParseStream<'_>, form: &CardForm, diag: &Diag) -> syn::Result<Read> {
    let key = input.call(Ident::parse_any)?;
    let refused = |key| Ok(Read { key, given: None });
    let Some((_, takes)) = form.keys.iter().find(|(known, _)| key == *known) else {
        diag.at(key.span(), unknown_part(&key.to_string(), form));
        skip_to_comma(input);
        return refused(key);
    };
    if !input.peek(Token![=]) {
        if *takes == Takes::Input {
            return Ok(Read { key, given: Some(Given::All) });
        }
        diag.at(key.span(), format!("`{key}` takes {}: `{key} = …`", expected(*takes)));
        skip_to_comma(input);
        return refused(key);
    }
    input.parse::<Token![=]>()?;
    let given = match read(input, *takes) {
        Ok(given) => given,
        Err(error) => {
            diag.at(error.span(), format!("`{key}` takes {}", expected(*takes)));
            skip_to_comma(input);
            return refused(key);
        }
    };
    let given = match given {
        Written::Given(given) => Some(given),
        Written::Template(literal) => match title(&literal.value()) {
            Ok(pieces) => Some(Given::Title(literal, pieces)),
            Err(why) => {
                diag.on(&literal, why);
                None
            }
        },
        Written::Kind(word) => kind(word, diag),
    };
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(input.error("expected `,`"));
    }
    Ok(Read { key, given })
}

fn unknown_part(key: &str, form: &CardForm) -> String {
    let known: Vec<&str> = form.keys.iter().map(|(key, _)| *key).collect();
    let meant = did_you_mean(key, known.iter().copied());
    if meant.is_empty() {
        let list = known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        format!("unknown key `{key}`; `{}` takes {list}", form.name)
    } else {
        format!("unknown key `{key}`{meant}")
    }
}

fn expected(takes: Takes) -> &'static str {
    match takes {
        Takes::Text => "a field, or a text with fields in it: `\"Edit {path}\"`",
        Takes::Field => "the name of a field",
        Takes::Kind => "what the call does: `Read`, `Edit`, `Delete`, `Move`, `Search`, `Execute`, `Fetch` or `Other`",
        Takes::Input => "the name of a field, or nothing for all arguments",
        Takes::Places => "fields that are paths, each with its line if there is one: `[path: line]`",
        Takes::Changes => "changes: `[path: old => new]`, or `[path: new]` where something is only put in",
    }
}

/// A value as it was written.
enum Written {
    Given(Given),
    Template(LitStr),
    Kind(Ident),
}

fn read(input: ParseStream<'_>, takes: Takes) -> syn::Result<Written> {
    Ok(match takes {
        Takes::Text if input.peek(LitStr) => Written::Template(input.parse()?),
        Takes::Text | Takes::Field | Takes::Input => Written::Given(Given::Field(input.call(field)?)),
        Takes::Kind => Written::Kind(input.parse()?),
        Takes::Places => Written::Given(Given::Places(list(input, place)?)),
        Takes::Changes => Written::Given(Given::Changes(list(input, change)?)),
    })
}

fn list<T>(input: ParseStream<'_>, item: fn(ParseStream<'_>) -> syn::Result<T>) -> syn::Result<Vec<T>> {
    let inside;
    bracketed!(inside in input);
    match Punctuated::<T, Token![,]>::parse_terminated_with(&inside, item) {
        Ok(items) => Ok(items.into_iter().collect()),
        Err(error) => {
            // What is left unread would be told as a second error.
            inside.parse::<TokenStream>()?;
            Err(error)
        }
    }
}

fn field(input: ParseStream<'_>) -> syn::Result<Ident> {
    // A field may be called `r#type`, and a mistaken literal is told as one.
    if input.peek(Ident) { input.parse() } else { Err(input.error("a field")) }
}

fn place(input: ParseStream<'_>) -> syn::Result<(Ident, Option<Ident>)> {
    let path = field(input)?;
    let line = if input.peek(Token![:]) {
        input.parse::<Token![:]>()?;
        Some(field(input)?)
    } else {
        None
    };
    Ok((path, line))
}

fn change(input: ParseStream<'_>) -> syn::Result<Change> {
    let path = field(input)?;
    input.parse::<Token![:]>()?;
    let first = field(input)?;
    if !input.peek(Token![=>]) {
        return Ok(Change { path, old: None, new: first });
    }
    input.parse::<Token![=>]>()?;
    Ok(Change { path, old: Some(first), new: field(input)? })
}

fn kind(word: Ident, diag: &Diag) -> Option<Given> {
    if KINDS.iter().any(|kind| word == kind) {
        return Some(Given::Kind(word));
    }
    let meant = did_you_mean(&word.to_string(), KINDS);
    let known = if meant.is_empty() { format!(": it is {}", crate::attr::one_of(&KINDS)) } else { meant };
    diag.at(word.span(), format!("unknown kind `{word}`{known}"));
    None
}

/// A template in which `[…]` holds what is left out when a field in it is absent; `[[` and `]]` are brackets.
fn title(text: &str) -> Result<Vec<TitlePiece>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut open = false;
    while let Some(at) = rest.find(['[', ']']) {
        let (before, bracket) = rest.split_at(at);
        pieces.extend(fields(before)?);
        let doubled = bracket.starts_with("[[") || bracket.starts_with("]]");
        rest = &bracket[if doubled { 2 } else { 1 }..];
        match (doubled, &bracket[..1]) {
            (true, bracket) => pieces.push(TitlePiece::Text(bracket.to_owned())),
            (false, "[") if open => {
                return Err(
                    "a `[` within `[…]`: what may be left out does not nest, write `[[` for the character".to_owned()
                );
            }
            (false, "[") => pieces.push(TitlePiece::Open),
            (false, _) if !open => {
                return Err("this text has a `]` that closes nothing: write `]]` for the character".to_owned());
            }
            (false, _) => pieces.push(TitlePiece::Close),
        }
        open = if doubled { open } else { !open };
    }
    if open {
        return Err("this text has a `[` that is not closed: write `[[` for the character".to_owned());
    }
    pieces.extend(fields(rest)?);
    Ok(pieces)
}

fn fields(text: &str) -> Result<Vec<TitlePiece>, String> {
    let pieces = template::parse(text)?.into_iter().map(|piece| match piece {
        Piece::Text(text) => TitlePiece::Text(text),
        Piece::Field(name) => TitlePiece::Field(name),
    });
    Ok(pieces.collect())
}

#[cfg(test)]
mod tests {
    use super::{TitlePiece, title};

    #[test]
    fn what_may_be_left_out_stands_in_brackets() {
        let pieces = title("Glob {pattern}[ in {path}] [[x]]").expect("a title");
        let field = |name: &str| TitlePiece::Field(name.to_owned());
        let text = |text: &str| TitlePiece::Text(text.to_owned());
        let expected = [
            text("Glob "),
            field("pattern"),
            TitlePiece::Open,
            text(" in "),
            field("path"),
            TitlePiece::Close,
            text(" "),
            text("["),
            text("x"),
            text("]"),
        ];
        assert_eq!(pieces, expected);
        for (text, says) in [("[", "not closed"), ("]", "closes nothing"), ("[a[b]]", "does not nest")] {
            assert!(title(text).is_err_and(|why| why.contains(says)), "{text}");
        }
    }
}
