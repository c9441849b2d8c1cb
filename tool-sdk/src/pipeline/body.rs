//! Runs a body to its end, whatever its end (contract E9, E11).

use std::time::Duration;

use super::contain::contained_future;
use super::validate::Started;
use crate::context::{Signal, ToolContext};
use crate::definition::{Body, Start};
use crate::error::{ErrorCode, ToolError, ToolResult};
use crate::outcome::Failure;
use crate::value::CanonicalValue;

/// The signal that the body sees: the caller's, or a child of it that a deadline may fire without cancelling the caller.
pub(super) fn own_signal(caller: &Signal, timeout: Option<Duration>) -> Signal {
    match timeout {
        None => caller.clone(),
        Some(_) => Signal::given(caller.get().child_token()),
    }
}

/// The value that the body returned, or why there is none. A cancel after the body replaces only a success.
pub(super) async fn run(
    started: Started<'_>,
    caller: &Signal,
    cx: &ToolContext,
    timeout: Option<Duration>,
) -> Result<CanonicalValue, Failure> {
    let result = match started? {
        Start::Refused(_) => Err(ToolError::of(ErrorCode::INVALID_ARGS)),
        Start::Done(result) => result,
        Start::Ready(body) => match timeout {
            None => contained_future(body).await?,
            // On the heap, so that calls without a deadline do not carry the room for its timer.
            Some(timeout) => Box::pin(within(body, cx, timeout)).await?,
        },
    };
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
async fn within(
    body: Body<'_>,
    cx: &ToolContext,
    timeout: Duration,
) -> Result<ToolResult<CanonicalValue>, Failure> {
    if let Err(error) = tokio::runtime::Handle::try_current() {
        return Ok(Err(ToolError::new(ErrorCode::FAILED, "a tool with a timeout needs a tokio runtime").because(error)));
    }
    let mut body = std::pin::pin!(contained_future(body));
    if let Ok(result) = tokio::time::timeout(timeout, &mut body).await {
        return result;
    }
    cx.signal().cancel();
    // What the body says after its deadline is not asked for; that it ended is.
    let late = body.await;
    if let Ok(Ok(value)) = late {
        value.dispose();
    }
    Ok(Err(ToolError::new(ErrorCode::TOOL_TIMEOUT, format!("tool call timed out after {}ms", timeout.as_millis()))))
}
