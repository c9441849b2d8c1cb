//! From doc comments to the description that a model reads.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

use crate::attr::peel_expr;

/// A description: the lines of a doc comment, some of which may be macro calls such as `include_str!`.
#[derive(Clone, Default)]
pub(crate) struct Docs {
    lines: Vec<Line>,
}

#[derive(Clone)]
enum Line {
    Text(String),
    Macro(Box<Expr>),
}

impl Docs {
    /// The doc comment among the attributes of an item, a field or a parameter.
    pub(crate) fn from_syn(attributes: &[Attribute]) -> Self {
        let lines = attributes.iter().filter_map(doc_value).flat_map(lines).collect();
        Self { lines }
    }

    /// A description that was given by an attribute.
    pub(crate) fn literal(text: &LitStr) -> Self {
        Self { lines: vec![Line::Text(text.value())] }
    }

    /// Nothing that a reader could see.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.iter().all(|line| matches!(line, Line::Text(text) if text.trim().is_empty()))
    }

    fn text(lines: &[Line]) -> Option<String> {
        let texts = lines.iter().map(|line| match line {
            Line::Text(text) => Some(text.as_str()),
            Line::Macro(_) => None,
        });
        Some(texts.collect::<Option<Vec<_>>>()?.join("\n").trim().to_owned())
    }
}

/// A constant expression of type `&'static str`: one literal, or a `concat!` where a line is a macro call.
impl ToTokens for Docs {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if let Some(text) = Self::text(&self.lines) {
            return text.to_tokens(tokens);
        }
        let parts = self.lines.iter().enumerate().map(|(i, line)| {
            let end = if i == 0 { "" } else { "\n" };
            match line {
                Line::Text(text) => quote!(#end, #text),
                Line::Macro(call) => quote!(#end, #call),
            }
        });
        quote!(::core::concat!(#(#parts),*)).to_tokens(tokens);
    }
}

fn doc_value(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(peel_expr(&pair.value)),
        _ => None,
    }
}

/// `/// text` gives the literal `" text"`; a block comment gives all its lines in one literal.
fn lines(value: &Expr) -> Vec<Line> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => unindent(&text.value()).into_iter().map(Line::Text).collect(),
        call => vec![Line::Macro(Box::new(call.clone()))],
    }
}

fn unindent(text: &str) -> Vec<String> {
    if !text.contains('\n') {
        return vec![text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()];
    }
    // Stars are decoration only where every line but the first and the last has one; elsewhere they may be a list.
    let last = text.lines().count() - 1;
    let starred = |(i, line): (usize, &str)| i == 0 || i == last || line.trim_start().starts_with('*');
    let decorated = text.lines().enumerate().all(starred);
    let strip = |line: &str| line.strip_prefix('*').filter(|_| decorated).unwrap_or(line).trim().to_owned();
    text.lines().map(|line| strip(line.trim_start())).collect()
}

#[cfg(test)]
mod tests {
    use super::Docs;
    use quote::ToTokens;
    use syn::{ItemStruct, parse_quote};

    fn docs(item: &ItemStruct) -> String {
        Docs::from_syn(&item.attrs).into_token_stream().to_string()
    }

    #[test]
    fn lines_lose_one_space_and_keep_their_order() {
        let item = parse_quote! {
            ///   Reads a file.
            ///
            /// * as text
            #[derive(Clone)]
            struct A;
        };
        assert_eq!(docs(&item), "\"Reads a file.\\n\\n* as text\"");
    }

    #[test]
    fn a_block_comment_loses_its_stars() {
        let item = parse_quote! {
            /** Reads a file.
             *  As text.
             */
            struct A;
        };
        assert_eq!(docs(&item), "\"Reads a file.\\nAs text.\"");
    }

    #[test]
    fn a_macro_call_stays_one() {
        let item = parse_quote! {
            /// Reads:
            #[doc = include_str!("read.md")]
            struct A;
        };
        assert_eq!(docs(&item), r#":: core :: concat ! ("" , "Reads:" , "\n" , include_str ! ("read.md"))"#);
    }

    #[test]
    fn white_space_is_no_description() {
        let item: ItemStruct = parse_quote! {
            ///
            struct A;
        };
        assert!(Docs::from_syn(&item.attrs).is_empty());
    }
}
