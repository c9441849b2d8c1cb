//! From a checked model to tokens. Nothing here can fail: what could be wrong was said before.
//!
//! Everything is emitted with the hygiene of [`Span::mixed_site`](proc_macro2::Span::mixed_site), so that no local of ours meets
//! one of the author's, and by full paths through the alias `__p` of the runtime's `__private` module. Types, defaults, paths and
//! names keep the author's spans: that is where the compiler's errors belong.

/// Quotes with our hygiene.
macro_rules! emit {
    ($($tokens:tt)*) => { ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*) };
}

/// Quotes with our hygiene and the place of something that the author wrote.
macro_rules! emit_at {
    ($span:expr=> $($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site().located_at($span)=> $($tokens)*)
    };
}

mod asserts;
mod builder;
mod card;
mod field;
mod function;
#[cfg(test)]
mod golden;
mod impl_tool;
mod newtype;
mod object;
mod render;
mod spec;
mod tools;
mod types;
mod unions;

pub(crate) use builder::{Constructors, constructors};
pub(crate) use function::{args_struct, expand_function, tool_struct};
pub(crate) use impl_tool::{expand_impl, shared};
pub(crate) use tools::{Set, expand_tools};
pub(crate) use types::{bounded, expand_type};
