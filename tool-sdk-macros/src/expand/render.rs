//! `fn render`: templates and functions that a type or its variants declare.

use proc_macro2::{Literal, TokenStream};

use super::field::Parts;
use crate::attr::span_of;
use crate::model::{Piece, Render, Variant, VariantBody};

fn render_fn(body: &TokenStream) -> TokenStream {
    emit! {
        fn render(&self) -> __p::Content {
            #body
        }
    }
}

pub(super) fn of_struct(
    render: Option<&Render>,
    parts: &Parts<'_>,
    table: &TokenStream,
    values: &TokenStream,
) -> TokenStream {
    match render {
        None => TokenStream::new(),
        Some(render) => render_fn(&content(render, parts, table, values)),
    }
}

pub(super) fn of_newtype(render: &Render) -> TokenStream {
    render_fn(&content(render, &Parts::new(&[]), &TokenStream::new(), &TokenStream::new()))
}

/// ```text
/// match self {
///     Self::Background { job_id: __f0 } => __p::template(TABLE_0, &[&__p::Tag, __f0], &[__p::Piece::Text("job "), __p::Piece::Field(1)]),
///     Self::Foreground { .. } => __p::Into::into(render_foreground(self)),
///     _ => __p::default_render(self),
/// }
/// ```
///
/// `tables` gives the parts and the table of a variant that has fields.
pub(super) fn of_variants<'v>(
    variants: &'v [Variant],
    tables: impl Fn(usize, &'v Variant) -> (Parts<'v>, TokenStream),
) -> TokenStream {
    if variants.iter().all(|variant| variant.render.is_none()) {
        return TokenStream::new();
    }
    let arms = variants.iter().enumerate().filter_map(|(i, variant)| {
        let render = variant.render.as_ref()?;
        let ident = &variant.ident;
        Some(match (render, &variant.body) {
            (Render::Template { .. }, VariantBody::Struct(_)) if names_fields(render) => {
                let (parts, table) = tables(i, variant);
                let pattern = parts.pattern();
                let content = content(render, &parts, &table, &parts.bound());
                emit!(Self::#ident #pattern => #content,)
            }
            _ => {
                let content = content(render, &Parts::new(&[]), &TokenStream::new(), &TokenStream::new());
                emit!(Self::#ident { .. } => #content,)
            }
        })
    });
    let rest = variants.iter().any(|variant| variant.render.is_none());
    let rest = rest.then(|| emit!(_ => __p::default_render(self),));
    render_fn(&emit!(match self { #(#arms)* #rest }))
}

fn names_fields(render: &Render) -> bool {
    matches!(render, Render::Template { pieces, .. } if pieces.iter().any(|piece| matches!(piece, Piece::Field(_))))
}

fn content(render: &Render, parts: &Parts<'_>, table: &TokenStream, values: &TokenStream) -> TokenStream {
    match render {
        Render::With(path) => emit_at!(span_of(path)=> __p::Into::into(#path(self))),
        Render::Template { pieces, .. } if names_fields(render) => {
            let pieces = pieces.iter().map(|piece| match piece {
                Piece::Text(text) => emit!(__p::Piece::Text(#text)),
                Piece::Field(name) => {
                    let position = Literal::usize_unsuffixed(parts.position(name));
                    emit!(__p::Piece::Field(#position))
                }
            });
            emit!(__p::template(#table, #values, &[#(#pieces),*]))
        }
        Render::Template { pieces, .. } => {
            let text: String = pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => text.as_str(),
                    Piece::Field(_) => "",
                })
                .collect();
            emit!(__p::Into::into(#text))
        }
    }
}
