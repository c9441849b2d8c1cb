//! A result that is rendered and not yet frozen.

use crate::agent::Context;
use crate::content::Content;
use crate::error::ErrorCode;
use crate::outcome::Failure;
use crate::value::CanonicalValue;

/// What post-execute policies judge, and the outcome is made of.
#[derive(Clone)]
pub(crate) struct Settled {
    pub(super) result: Result<CanonicalValue, Failure>,
    pub(super) content: Content,
    pub(super) meta: Option<Box<str>>,
    pub(super) contexts: Vec<Context>,
    pub(super) concludes: bool,
}

impl Settled {
    pub(super) fn failed(failure: Failure) -> Self {
        let content = failure.content();
        Self { result: Err(failure), content, meta: None, contexts: Vec::new(), concludes: false }
    }

    /// It becomes a failure; the contexts stay.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.content = failure.content();
        self.result = Err(failure);
        self.meta = None;
        self.concludes = false;
    }

    /// It is withheld, with all that was to be told beside it.
    pub(super) fn block(&mut self, failure: Failure, feedback: Content) {
        let content = if feedback.blocks().is_empty() { failure.content() } else { feedback };
        *self = Self { content, ..Self::failed(failure) };
    }

    /// Whether it says that the body never ran.
    pub(super) fn is_not_started(&self) -> bool {
        self.result.as_ref().is_err_and(|failure| *failure.code() == ErrorCode::ABORTED_BEFORE_DISPATCH)
    }

    /// A cancel of the caller replaces a success, and nothing else.
    pub(super) fn abort_if(&mut self, cancelled: bool, failure: impl FnOnce() -> Failure) {
        if cancelled && self.result.is_ok() {
            self.fail(failure());
        }
    }
}
