//! Runs a body to its end, whatever its end (contract E9, E11).

use std::time::Duration;

use super::contain::contained;
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
        // A call within this one was not started, and its error came out as that of this body, which was.
        Err(error) if *error.code() == ErrorCode::ABORTED_BEFORE_DISPATCH => {
            Err(ToolError::of(ErrorCode::ABORTED).into())
        }
        Err(error) => Err(error.into()),
    }
}

/// The body under its timeout. On the heap, so that calls without a deadline do not carry the room for its timer.
#[inline]
pub(super) fn timed<'a>(body: Body<'a>, cx: &'a ToolContext, timeout: Option<Duration>) -> Body<'a> {
    match timeout {
        None => body,
        Some(timeout) => Box::pin(within(body, cx, timeout)),
    }
}

/// At the deadline the signal fires and the body is awaited: nothing is left running behind an answered call.
async fn within(mut body: Body<'_>, cx: &ToolContext, timeout: Duration) -> ToolResult<CanonicalValue> {
    if let Err(error) = tokio::runtime::Handle::try_current() {
        return Err(ToolError::new(ErrorCode::FAILED, "a tool with a timeout needs a tokio runtime").because(error));
    }
    if let Ok(result) = tokio::time::timeout(timeout, &mut body).await {
        return result;
    }
    cx.signal().cancel();
    // What the body says after its deadline is not asked for; that it ended is.
    let _ = catch_late_panic(body).await.map(CanonicalValue::dispose);
    Err(ToolError::new(ErrorCode::TOOL_TIMEOUT, format!("tool call timed out after {}ms", timeout.as_millis())))
}

/// A body that panics after its deadline has timed out all the same.
async fn catch_late_panic(mut body: Body<'_>) -> ToolResult<CanonicalValue> {
    std::future::poll_fn(move |task| match contained(|| body.as_mut().poll(task)) {
        Ok(poll) => poll,
        Err(_) => std::task::Poll::Ready(Err(ToolError::of(ErrorCode::PANICKED))),
    })
    .await
}
