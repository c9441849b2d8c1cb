//! [`deadline`]: how long an execution may take.

use std::future::Future;
use std::pin::{Pin, pin};
use std::time::Duration;

use super::timer;
use crate::{AroundCall, AroundExecute, ErrorCode, Execution, Next, ToolError};

/// Gives every execution this long. At the deadline the signal fires and what is inside is awaited, so that nothing is left
/// running behind an answered call; whatever it gives by then, the result is `TOOL_TIMEOUT`.
///
/// It is for hosts, and there is none by default. What a tool says of itself (`#[tool(timeout = "30s")]`) holds besides, and the
/// shorter of the two is told. A body that looks at no signal is late for as long as it likes, and a body that never waits is
/// never late. A call that its caller, or a layer further out, cancelled before the deadline does not time out.
///
/// ```
/// use std::time::Duration;
/// use tool_sdk::prelude::*;
///
/// /// Wait for a visitor.
/// #[tool]
/// async fn wait(cx: &ToolContext) -> String {
///     cx.signal().cancelled().await;
///     "nobody came".to_owned()
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), RegisterError> {
/// let registry = Registry::new();
/// registry.register(Wait)?.keep();
/// registry.around_execute(deadline(Duration::from_millis(5))).keep();
/// let outcome = registry.call(ToolCall::new("wait", "{}")).await;
/// assert_eq!(outcome.text(), "Error: tool call timed out after 5ms");
/// # Ok(())
/// # }
/// ```
pub fn deadline(after: Duration) -> Deadline {
    Deadline { after }
}

/// The layer that [`deadline`] makes.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    after: Duration,
}

impl AroundExecute for Deadline {
    fn around(&self, call: AroundCall, next: Next) -> Pin<Box<dyn Future<Output = Execution> + Send + '_>> {
        Box::pin(within(self.after, call, next))
    }
}

async fn within(after: Duration, call: AroundCall, next: Next) -> Execution {
    if let Err(failed) = timer::there_is("deadline") {
        return failed;
    }
    let signal = call.signal().child_token();
    let mut execution = pin!(next.run_with(signal.clone()));
    if let Ok(in_time) = tokio::time::timeout(after, execution.as_mut()).await {
        return in_time;
    }
    if timer::is_stopped(&call) {
        // Somebody else came first, and the body is on its way to rest: that is no timeout.
        return execution.await;
    }
    signal.cancel();
    execution.await;
    Execution::fail(ToolError::new(
        ErrorCode::TOOL_TIMEOUT,
        format!("tool call timed out after {}ms", after.as_millis()),
    ))
}
