//! Goldens: what the macros write for a small set of declarations, read as if a person had written it.
//!
//! `NAME.rs` holds what an author writes, `NAME.expanded.rs` what comes out. `BLESS=1 cargo test -p tool-sdk-macros` writes the
//! latter anew. Every expansion re-parses, because it is printed from its syntax tree.

use std::path::PathBuf;

use proc_macro2::TokenStream;

use crate::testing;

/// What the macros make of every item of a file, pretty-printed.
fn expand(source: &str) -> String {
    let expanded = TokenStream::from(testing::expand(source));
    prettyplease::unparse(&syn::parse2(expanded).expect("an expansion is Rust"))
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
    function_tool,
    sync_tool,
    impl_tool,
    arguments,
    value,
    units,
    tagged,
    adjacent,
    untagged,
    newtype,
    generic,
    cards,
    refused
);
