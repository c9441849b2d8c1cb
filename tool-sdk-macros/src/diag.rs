//! Collects what is wrong with an item, so that all of it is reported in one go.

use std::cell::RefCell;
use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::Error;

/// The errors of one expansion. Every stage reports here and goes on; the end has to [drain](Diag::drain) it.
#[derive(Default)]
pub(crate) struct Diag {
    errors: RefCell<Vec<Error>>,
}

impl Diag {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Reports at a place that has one span: a name, a keyword, a literal.
    pub(crate) fn at(&self, span: Span, message: impl Display) {
        self.push(Error::new(span, message));
    }

    /// Reports over everything that the author wrote for one thing: a type, an expression.
    pub(crate) fn on(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(Error::new_spanned(tokens, message));
    }

    /// Reports what a parser said.
    pub(crate) fn push(&self, error: Error) {
        self.errors.borrow_mut().push(error);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.errors.borrow().is_empty()
    }

    /// The errors in the order in which they were found; nothing where nothing is wrong.
    pub(crate) fn drain(self) -> Vec<Error> {
        self.errors.take()
    }
}

/// An error that was found and never reported would let a wrong declaration through in silence.
impl Drop for Diag {
    fn drop(&mut self) {
        assert!(self.is_empty() || std::thread::panicking(), "an expansion ended without reporting its errors");
    }
}

/// The errors as items that the compiler turns into its own.
pub(crate) fn compile_errors(errors: &[Error]) -> TokenStream {
    errors.iter().map(Error::to_compile_error).collect()
}

#[cfg(test)]
mod tests {
    use super::Diag;
    use proc_macro2::Span;

    #[test]
    fn everything_that_was_reported_comes_out_in_order() {
        let diag = Diag::new();
        diag.at(Span::call_site(), "first");
        diag.on(quote::quote!(a b), "second");
        let said: Vec<_> = diag.drain().iter().map(ToString::to_string).collect();
        assert_eq!(said, ["first", "second"]);
    }

    #[test]
    #[should_panic(expected = "without reporting")]
    fn an_undrained_collector_panics() {
        Diag::new().at(Span::call_site(), "lost");
    }
}
