//! Placeholder.

mod attr;
mod check;
mod diag;
mod docs;
mod expand;
mod fallback;
mod model;
mod names;
mod paths;
mod pattern;

mod entry;

use proc_macro::TokenStream;

/// Tool.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    proc_macro2::TokenStream::from(entry::tool(attribute.into(), item.into())).into()
}

/// Args.
#[proc_macro_derive(ToolArgs, attributes(tool, arg))]
pub fn derive_tool_args(item: TokenStream) -> TokenStream {
    proc_macro2::TokenStream::from(entry::derive(item.into(), model::Derive::Args)).into()
}

/// Value.
#[proc_macro_derive(ToolValue, attributes(tool, arg))]
pub fn derive_tool_value(item: TokenStream) -> TokenStream {
    proc_macro2::TokenStream::from(entry::derive(item.into(), model::Derive::Value)).into()
}

/// Tools.
#[proc_macro]
pub fn tools(input: TokenStream) -> TokenStream {
    entry::tools(input.into()).into()
}
