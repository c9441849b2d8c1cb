//! What the tests of this crate share: source text through the macros, as the compiler would send it.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Item, Meta};

use crate::entry::{self, Expansion};
use crate::model::Derive;

/// Expands every item of a file: by its derive, by its `#[tool]`, or not at all.
pub(crate) fn expand(source: &str) -> Expansion {
    let file = syn::parse_file(source).expect("the source is Rust");
    let mut whole = Expansion { tokens: TokenStream::new(), errors: Vec::new() };
    for item in file.items {
        let one = expand_item(item);
        whole.tokens.extend(one.tokens);
        whole.errors.extend(one.errors);
    }
    whole
}

fn expand_item(mut item: Item) -> Expansion {
    let Some(attributes) = attributes(&mut item) else {
        return untouched(&item);
    };
    if let Some(at) = attributes.iter().position(|attribute| attribute.path().is_ident("derive")) {
        let derived = attributes.remove(at).to_token_stream().to_string();
        let derive = if derived.contains("ToolArgs") { Derive::Args } else { Derive::Value };
        return entry::derive(item.into_token_stream(), derive);
    }
    match attributes.iter().position(|attribute| attribute.path().is_ident("tool")) {
        Some(at) => {
            let arguments = arguments(&attributes.remove(at));
            entry::tool(arguments, item.into_token_stream())
        }
        None => untouched(&item),
    }
}

fn untouched(item: &Item) -> Expansion {
    Expansion { tokens: item.to_token_stream(), errors: Vec::new() }
}

fn attributes(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    match item {
        Item::Fn(item) => Some(&mut item.attrs),
        Item::Impl(item) => Some(&mut item.attrs),
        Item::Struct(item) => Some(&mut item.attrs),
        Item::Enum(item) => Some(&mut item.attrs),
        Item::Union(item) => Some(&mut item.attrs),
        Item::Trait(item) => Some(&mut item.attrs),
        Item::Const(item) => Some(&mut item.attrs),
        _ => None,
    }
}

fn arguments(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}
