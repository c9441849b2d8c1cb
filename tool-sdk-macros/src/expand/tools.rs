//! `tools![ReadFile, Grep::new(root)]`: a set of tools, whose names differ as far as they are known to the compiler.

use proc_macro2::{Literal, TokenStream};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprPath, Token};

use crate::attr::{peel_expr, span_of};
use crate::diag::Diag;
use crate::paths::Runtime;

/// What stands in the brackets.
pub(crate) struct Set {
    tools: Vec<Expr>,
}

impl Parse for Set {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let tools = Punctuated::<Expr, Token![,]>::parse_terminated(input)?;
        Ok(Self { tools: tools.into_iter().collect() })
    }
}

impl Set {
    pub(crate) fn check(&self, diag: &Diag) {
        if self.tools.is_empty() {
            diag.at(
                proc_macro2::Span::call_site(),
                "a set of tools is not empty: name at least one, `tools![ReadFile]`",
            );
        }
    }
}

/// ```text
/// {
///     use $crate::__private as __p;
///     const __TOOLS: &[(&__p::str, &__p::str)] = &[("ReadFile", __p::named(ReadFile).name), ("Grep", __p::named(Grep).name)];
///     const _: () = __p::assert_unique_names(__TOOLS, 1);
///     __p::ToolSet::new().and(__p::named(ReadFile)).and(__p::named(Grep))
/// }
/// ```
///
/// The name of an instance is known when it registers, which checks all of them again. Both mentions of a tool go through one
/// function, so that the compiler says the same of both what is wrong with it, and prints that once.
pub(crate) fn expand_tools(set: &Set, runtime: &Runtime) -> TokenStream {
    let tools = &set.tools;
    let types: Vec<_> = tools.iter().filter_map(unit_type).collect();
    let written = types.iter().map(|path| written(path));
    let unique = types.iter().enumerate().skip(1).map(|(i, path)| {
        let i = Literal::usize_unsuffixed(i);
        emit_at!(span_of(path)=> const _: () = __p::assert_unique_names(__TOOLS, #i);)
    });
    emit! {
        {
            use #runtime::__private as __p;
            const __TOOLS: &[(&__p::str, &__p::str)] = &[#((#written, __p::named(#types).name)),*];
            #(#unique)*
            __p::ToolSet::new() #(.and(__p::named(#tools)))*
        }
    }
}

/// A plain path to something that is spelt like a type, which is then a tool without fields.
fn unit_type(tool: &Expr) -> Option<&ExprPath> {
    let Expr::Path(path) = peel_expr(tool) else {
        return None;
    };
    let name = path.path.segments.last()?.ident.to_string();
    let is_constant = name.len() > 1 && !name.contains(|c: char| c.is_lowercase());
    (name.starts_with(char::is_uppercase) && !is_constant).then_some(path)
}

/// `files::Read`, as its author wrote it.
fn written(path: &ExprPath) -> String {
    let segments = path.path.segments.iter().map(|segment| segment.ident.to_string());
    segments.collect::<Vec<_>>().join("::")
}
