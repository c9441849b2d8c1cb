//! Goldens: what the macros write for a small set of declarations, read as if a person had written it.
//!
//! `NAME.rs` holds what an author writes, `NAME.expanded.rs` what comes out. `BLESS=1 cargo test -p tool-sdk-macros` writes the
//! latter anew. Every expansion re-parses, because it is printed from its syntax tree.

use std::path::PathBuf;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Item, Meta};

use crate::entry;
use crate::model::Derive;

/// What the macros make of every item of a file, pretty-printed.
fn expand(source: &str) -> String {
    let file = syn::parse_file(source).expect("the golden input is Rust");
    let expanded: TokenStream = file.items.into_iter().map(expand_item).collect();
    let file = syn::parse2(expanded).expect("an expansion is Rust");
    prettyplease::unparse(&file)
}

fn expand_item(mut item: Item) -> TokenStream {
    let attributes = match &mut item {
        Item::Fn(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        _ => return item.into_token_stream(),
    };
    let derive = attributes.iter().position(|attribute| attribute.path().is_ident("derive"));
    if let Some(at) = derive {
        let derived = attributes.remove(at).to_token_stream().to_string();
        let derive = if derived.contains("ToolArgs") { Derive::Args } else { Derive::Value };
        return entry::derive(item.into_token_stream(), derive).into();
    }
    let at = attributes.iter().position(|attribute| attribute.path().is_ident("tool")).expect("an item under test");
    let given = arguments_of(&attributes.remove(at));
    entry::tool(given, item.into_token_stream()).into()
}

fn arguments_of(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

#[track_caller]
fn golden(name: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/expand/golden");
    let source = std::fs::read_to_string(folder.join(format!("{name}.rs"))).expect("the golden input is there");
    let expanded = expand(&source);
    let path = folder.join(format!("{name}.expanded.rs"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &expanded).expect("the golden output can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == expanded, "{name} expands to something else (BLESS=1 takes it over):\n{expanded}");
}

macro_rules! goldens {
    ($($name:ident),* $(,)?) => { $(
        #[test]
        fn $name() {
            golden(stringify!($name));
        }
    )* };
}

goldens!(
    function_tool, sync_tool, impl_tool, arguments, value, units, tagged, adjacent, untagged, newtype, generic, refused
);
