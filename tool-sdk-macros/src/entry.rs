//! The way of each macro through the stages: read, check, then expand or fall back.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Attribute, DeriveInput, Item};

use crate::diag::{Diag, compile_errors};
use crate::expand::{self, Set};
use crate::model::{Derive, FunctionTool, ImplTool, TypeModel};
use crate::paths::Runtime;
use crate::{check, fallback};

/// What an entry point hands to the compiler.
pub(crate) struct Expansion {
    pub(crate) tokens: TokenStream,
    pub(crate) errors: Vec<syn::Error>,
}

impl Expansion {
    /// Ends the collector: either nothing was reported and `expanded` goes out, or the errors and what stands in for it.
    fn settle(diag: Diag, expanded: impl FnOnce() -> TokenStream, instead: impl FnOnce() -> TokenStream) -> Self {
        let errors = diag.drain();
        let tokens = if errors.is_empty() { expanded() } else { instead() };
        Self { tokens, errors }
    }

    fn refused(error: syn::Error, item: TokenStream) -> Self {
        Self { tokens: item, errors: vec![error] }
    }
}

impl From<Expansion> for TokenStream {
    fn from(expansion: Expansion) -> Self {
        let errors = compile_errors(&expansion.errors);
        let tokens = expansion.tokens;
        quote!(#tokens #errors)
    }
}

pub(crate) fn derive(item: TokenStream, derive: Derive) -> Expansion {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return Expansion::refused(error, TokenStream::new()),
    };
    let diag = Diag::new();
    let model = TypeModel::from_syn(&input, derive, &diag);
    check::check_type(&model, &diag);
    Expansion::settle(diag, || expand::expand_type(&model), || fallback::stub_type(&model))
}

pub(crate) fn tool(attribute: TokenStream, item: TokenStream) -> Expansion {
    let parsed: Item = match syn::parse2(item.clone()) {
        Ok(parsed) => parsed,
        Err(error) => return Expansion::refused(error, item),
    };
    let diag = Diag::new();
    match parsed {
        Item::Fn(function) => {
            let model = FunctionTool::from_syn(attribute, function, &diag);
            check::check_function(&model, &diag);
            Expansion::settle(diag, || expand::expand_function(&model), || fallback::stub_function(&model))
        }
        Item::Impl(block) => {
            let model = ImplTool::from_syn(attribute, block, &diag);
            check::check_impl(&model, &diag);
            Expansion::settle(diag, || expand::expand_impl(&model), || fallback::stub_impl(&model))
        }
        other => {
            let (span, message) = refused_item(&other);
            Expansion::refused(syn::Error::new(span, message), without_ours(other).unwrap_or(item))
        }
    }
}

/// The token that says what the item is, and where the attribute could stand instead.
fn refused_item(item: &Item) -> (Span, String) {
    let (span, what) = match item {
        Item::Struct(item) => (item.struct_token.span, "a struct"),
        Item::Enum(item) => (item.enum_token.span, "an enum"),
        Item::Union(item) => (item.union_token.span, "a union"),
        Item::Trait(item) => (item.trait_token.span, "a trait"),
        Item::Const(item) => (item.const_token.span, "a constant"),
        Item::Static(item) => (item.static_token.span, "a static"),
        Item::Mod(item) => (item.mod_token.span, "a module"),
        Item::Type(item) => (item.type_token.span, "a type alias"),
        Item::Use(item) => (item.use_token.span, "an import"),
        other => (other.span(), "this item"),
    };
    let cure = match item {
        Item::Struct(_) | Item::Enum(_) => {
            "; on a type it stands below `#[derive(ToolArgs)]` or `#[derive(ToolValue)]`"
        }
        _ => "",
    };
    (span, format!("`#[tool]` stands on a function or an `impl` block, not on {what}{cure}"))
}

/// A type whose attributes nobody will read, because its derive stands below them or not at all.
fn without_ours(item: Item) -> Option<TokenStream> {
    let keep = |attributes: &mut Vec<Attribute>| {
        attributes.retain(|attribute| !attribute.path().is_ident("tool"));
    };
    match item {
        Item::Struct(mut item) => {
            keep(&mut item.attrs);
            Some(item.into_token_stream())
        }
        Item::Enum(mut item) => {
            keep(&mut item.attrs);
            Some(item.into_token_stream())
        }
        _ => None,
    }
}

/// An expression, so its errors stand within a block.
pub(crate) fn tools(input: TokenStream) -> TokenStream {
    let (runtime, tools) = match Runtime::handed.parse2(input) {
        Ok(handed) => handed,
        Err(error) => return error.to_compile_error(),
    };
    let diag = Diag::new();
    let expanded = match syn::parse2::<Set>(tools) {
        Ok(set) => {
            set.check(&diag);
            expand::expand_tools(&set, &runtime)
        }
        Err(error) => {
            diag.push(error);
            TokenStream::new()
        }
    };
    let errors = diag.drain();
    if errors.is_empty() {
        return expanded;
    }
    let errors = compile_errors(&errors);
    quote!({ #errors #runtime::__private::ToolSet::new() })
}
