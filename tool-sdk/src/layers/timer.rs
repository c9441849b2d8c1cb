//! Waiting that a cancel ends.

use std::time::Duration;

use crate::{AroundCall, CallInfo, ErrorCode, Execution, ToolError};

/// Whether there is a runtime whose timer could be waited for; the failure of the call when there is none.
pub(super) fn there_is(layer: &str) -> Result<(), Execution> {
    match tokio::runtime::Handle::try_current() {
        Ok(_) => Ok(()),
        Err(error) => {
            let message = format!("the layer `{layer}` needs a tokio runtime");
            Err(Execution::fail(ToolError::new(ErrorCode::FAILED, message).because(error)))
        }
    }
}

/// Whether the caller, or a layer further out, wants the call to end.
pub(super) fn is_stopped(call: &AroundCall) -> bool {
    call.signal().is_cancelled() || caller(call).is_cancelled()
}

/// Waits; gives `false`, and at once, when the call is to end before that.
pub(super) async fn pause(call: &AroundCall, how_long: Duration) -> bool {
    let slept = caller(call).run_until_cancelled(tokio::time::sleep(how_long));
    matches!(call.signal().run_until_cancelled(slept).await, Some(Some(())))
}

/// A layer further out may have put a signal of its own in the place of the caller's, which still counts.
fn caller(call: &AroundCall) -> &tokio_util::sync::CancellationToken {
    CallInfo::signal(call)
}
