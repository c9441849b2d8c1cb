//! [`Execution`]: what an execution gave, before it is rendered and judged.

use crate::agent::Context;
use crate::content::Content;
use crate::context::CallToken;
use crate::error::{ErrorCode, ToolError};
use crate::outcome::Failure;
use crate::schema::ToolValue;
use crate::value::CanonicalValue;

/// What running a call gave: a value, or an error with its content. What a layer returns.
///
/// A value that the body did not return for this very call is read into the tool's output type again before anybody sees it
/// (contract E7), and the content of a success is always made from its value. Cloning shares the value: a layer may keep it and
/// answer a later call with it.
///
/// ```
/// use tool_sdk::{Execution, ToolError};
///
/// assert!(Execution::value(42_u8).is_ok());
/// let failed = Execution::fail(ToolError::new("RATE_LIMITED", "too many calls, wait a minute"));
/// assert_eq!(failed.error().unwrap().code(), &"RATE_LIMITED");
/// ```
#[derive(Clone, Debug)]
pub struct Execution {
    pub(super) result: Result<CanonicalValue, Failure>,
    /// Of a failure that has its own.
    pub(super) content: Option<Content>,
    pub(super) contexts: Vec<Context>,
    pub(super) concludes: bool,
    /// The call whose body returned the value.
    pub(super) vouched: Option<CallToken>,
}

impl Execution {
    fn new(result: Result<CanonicalValue, Failure>) -> Self {
        Self { result, content: None, contexts: Vec::new(), concludes: false, vouched: None }
    }

    /// A success with this value.
    pub fn value(value: impl ToolValue) -> Self {
        Self::new(Ok(CanonicalValue::new(value)))
    }

    /// A failure.
    pub fn fail(error: impl Into<ToolError>) -> Self {
        Self::failed(error.into().into())
    }

    pub(super) fn failed(failure: Failure) -> Self {
        Self::new(Err(failure))
    }

    pub(super) fn aborted_before_dispatch() -> Self {
        Self::failed(ToolError::of(ErrorCode::ABORTED_BEFORE_DISPATCH).into())
    }

    pub(super) fn of_body(result: Result<CanonicalValue, Failure>, call: CallToken) -> Self {
        Self { vouched: Some(call), ..Self::new(result) }
    }

    /// What a model reads of a failure instead of `Error: …`; a success keeps the content of its value.
    #[must_use]
    pub fn with_content(mut self, content: impl Into<Content>) -> Self {
        if self.result.is_err() {
            self.content = Some(content.into());
        }
        self
    }

    /// Adds a context, after those of the body.
    #[must_use]
    pub fn with_context(mut self, context: Context) -> Self {
        self.contexts.push(context);
        self
    }

    /// Marks a success as the end of the agent's turn.
    #[must_use]
    pub fn conclude_turn(mut self) -> Self {
        self.concludes = true;
        self
    }

    /// Whether there is a value.
    pub fn is_ok(&self) -> bool {
        self.result.is_ok()
    }

    /// The value of a success.
    pub fn canonical(&self) -> Option<&CanonicalValue> {
        self.result.as_ref().ok()
    }

    /// Why it failed.
    pub fn error(&self) -> Option<&Failure> {
        self.result.as_ref().err()
    }
}
