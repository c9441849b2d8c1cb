//! Runs a body to its end, whatever its end (contract E9, E11).

use std::time::Duration;

use super::contain::contained_future;
use crate::context::{Signal, ToolContext};
use crate::definition::Body;
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
        Err(error) => Err(error.into()),
    }
}

/// At the deadline the signal fires and the body is awaited: nothing is left running behind an answered call.
pub(super) async fn within(
    body: &mut Body<'_>,
    cx: &ToolContext,
    timeout: Duration,
) -> Result<ToolResult<CanonicalValue>, Failure> {
    if let Err(error) = tokio::runtime::Handle::try_current() {
        return Ok(Err(ToolError::new(ErrorCode::FAILED, "a tool with a timeout needs a tokio runtime").because(error)));
    }
    if let Ok(result) = tokio::time::timeout(timeout, contained_future(body)).await {
        return result;
    }
    cx.signal().cancel();
    // What the body says after its deadline is not asked for; that it ended is.
    if let Ok(Ok(value)) = contained_future(body).await {
        value.dispose();
    }
    Ok(Err(ToolError::new(ErrorCode::TOOL_TIMEOUT, format!("tool call timed out after {}ms", timeout.as_millis()))))
}
