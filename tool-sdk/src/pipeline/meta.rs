//! Makes what the card needs of the value, for calls that a model asked for itself (contract E12).

use crate::error::{ErrorCode, ToolError};
use crate::outcome::Failure;
use crate::schema::Violations;

/// The meta that a projector made, if it made any. It is kept for as long as the log, so what is no lossless JSON is refused
/// here, as it would be in a value.
pub(super) fn of(made: Option<Result<Box<str>, Violations>>) -> Result<Option<Box<Box<str>>>, Failure> {
    match made.transpose() {
        Ok(meta) => Ok(meta.map(Box::new)),
        Err(violations) => {
            let message = format!("the presentation meta is invalid: {violations}");
            Err(ToolError::new(ErrorCode::INVALID_TOOL_OUTPUT, message).into())
        }
    }
}

/// A projector that panics is one failed call.
#[cold]
pub(super) fn panicked(failure: &Failure) -> Failure {
    let detail = format!("presentation_meta panicked: {}", failure.detail().unwrap_or_default());
    Failure::with_detail(ErrorCode::INVALID_TOOL_OUTPUT, detail)
}
