//! Runs a body to its end, whatever its end (contract E9, E11).

use std::time::Duration;

use crate::context::Signal;
use crate::error::{ErrorCode, ToolError, ToolResult};
use crate::outcome::Failure;
use crate::value::CanonicalValue;

/// The signal that the body sees, and the caller's where that is another: under a timeout the body gets a child, which the
/// deadline can fire without cancelling the caller.
#[inline]
pub(super) fn signals(caller: Signal, timeout: Option<Duration>) -> (Signal, Option<Signal>) {
    match timeout {
        None => (caller, None),
        Some(_) => (Signal::given(caller.get().child_token()), Some(caller)),
    }
}

/// A cancel after the body replaces only a success.
#[inline]
pub(super) fn settled(result: ToolResult<CanonicalValue>, caller: &Signal) -> Result<CanonicalValue, Failure> {
    match result {
        Ok(value) if caller.is_cancelled() => {
            value.dispose();
            Err(ToolError::of(ErrorCode::ABORTED).into())
        }
        Ok(value) => Ok(value),
        // A call within this one was not started, and its error came out as that of this body, which was.
        Err(error) if *error.code() == ErrorCode::ABORTED_BEFORE_DISPATCH => {
            Err(ToolError::of(ErrorCode::ABORTED).into())
        }
        Err(error) => Err(error.into()),
    }
}
