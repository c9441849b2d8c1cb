//! How expansions name the runtime crate. No other file knows its name.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::parse::ParseStream;
use syn::{Path, Token};

/// The runtime crate: `::tool_sdk`, or what `#[tool(crate = path)]` says, for renamed dependencies and re-exports.
#[derive(Clone, Default)]
pub(crate) struct Runtime {
    written: Option<Path>,
}

impl Runtime {
    pub(crate) fn new(written: Option<Path>) -> Self {
        Self { written }
    }

    /// The path that the runtime's own macro puts before what its author wrote, `$crate; ReadFile, Grep`, and what they wrote.
    pub(crate) fn handed(input: ParseStream<'_>) -> syn::Result<(Self, TokenStream)> {
        let written = input.call(Path::parse_mod_style)?;
        input.parse::<Token![;]>()?;
        Ok((Self { written: Some(written) }, input.parse()?))
    }

    /// The items of one expansion, in a block of their own that sees the runtime as `__p`.
    ///
    /// ```text
    /// const _: () = { use ::tool_sdk::__private as __p; … };
    /// ```
    ///
    /// Nothing else is imported, least of all by a glob: an author's `Field` or `Rule` would then be taken for ours or ours for
    /// theirs.
    pub(crate) fn block(&self, items: &TokenStream) -> TokenStream {
        quote_spanned! {Span::mixed_site()=>
            const _: () = {
                use #self::__private as __p;
                #items
            };
        }
    }
}

impl ToTokens for Runtime {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.written {
            Some(path) => path.to_tokens(tokens),
            None => quote_spanned!(Span::mixed_site()=> ::tool_sdk).to_tokens(tokens),
        }
    }
}
