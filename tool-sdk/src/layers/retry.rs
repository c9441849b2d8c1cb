//! [`retry`]: trying again what may work later.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::timer;
use crate::{AroundCall, AroundExecute, Effect, ErrorCode, Execution, Failure, Next, Retry, ToolDefinition};

/// Runs a failed execution again, at most this many attempts in all (0 counts as 1). Every attempt enters every inner layer and
/// the body anew.
///
/// By default it tries again when the code of the failure says that the same call may work later ([`Retry::Later`]) **and** the
/// tool only reads or calls itself idempotent. Nobody but a host knows which of a tool's own codes are passing:
/// [`codes`](Retries::codes) adds them, and [`when`](Retries::when) decides alone. Between attempts it waits 200 ms, then twice as
/// long each time, up to 10 s.
///
/// It ends with the last failure when the attempts are used up or the call is cancelled, also while it waits. Contexts that failed
/// attempts deferred are told with the result, whatever it is.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use tool_sdk::layers::retry;
/// use tool_sdk::prelude::*;
///
/// /// Ask a service that is busy twice.
/// #[tool(effect = read)]
/// fn ask() -> ToolResult<u32> {
///     static ASKED: AtomicU32 = AtomicU32::new(0);
///     match ASKED.fetch_add(1, Ordering::Relaxed) {
///         2 => Ok(42),
///         _ => Err(ToolError::new("BUSY", "the service is busy")),
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), RegisterError> {
/// let registry = Registry::new();
/// registry.register(Ask)?.keep();
/// registry.around_execute(retry(3).codes(["BUSY"])).keep();
/// assert_eq!(registry.call(ToolCall::new("ask", "{}")).await.text(), "42");
/// # Ok(())
/// # }
/// ```
pub fn retry(attempts: u32) -> Retries {
    Retries {
        attempts: attempts.max(1),
        delay: Duration::from_millis(200),
        max_delay: Duration::from_secs(10),
        codes: Vec::new(),
        when: None,
    }
}

type When = Arc<dyn Fn(&AroundCall, &Failure) -> bool + Send + Sync>;

/// The layer that [`retry`] makes.
#[derive(Clone)]
pub struct Retries {
    attempts: u32,
    delay: Duration,
    max_delay: Duration,
    codes: Vec<ErrorCode>,
    when: Option<When>,
}

impl Retries {
    /// How long to wait after the first failure; 200 ms if nothing is said. Each further wait is twice as long.
    #[must_use]
    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// The longest wait between two attempts; 10 s if nothing is said.
    #[must_use]
    pub fn max_delay(mut self, max_delay: Duration) -> Self {
        self.max_delay = max_delay;
        self
    }

    /// Codes that pass, beside those whose row says so. What tool may be tried again stays as it is: one that only reads, or is
    /// idempotent.
    #[must_use]
    pub fn codes<C: Into<ErrorCode>>(mut self, codes: impl IntoIterator<Item = C>) -> Self {
        self.codes.extend(codes.into_iter().map(Into::into));
        self
    }

    /// Decides alone which failures are tried again, of tools with any effect: a call that failed may have done part of its work.
    #[must_use]
    pub fn when(mut self, admits: impl Fn(&AroundCall, &Failure) -> bool + Send + Sync + 'static) -> Self {
        self.when = Some(Arc::new(admits));
        self
    }

    fn admits(&self, call: &AroundCall, failure: &Failure) -> bool {
        match &self.when {
            Some(admits) => admits(call, failure),
            None => is_harmless(call) && self.passes(failure.code()),
        }
    }

    fn passes(&self, code: &ErrorCode) -> bool {
        code.retry() == Retry::Later || self.codes.contains(code)
    }

    async fn run(&self, call: AroundCall, next: Next) -> Execution {
        if let Err(failed) = timer::there_is("retry") {
            return failed;
        }
        let mut delay = self.delay.min(self.max_delay);
        for attempt in 1..self.attempts {
            let execution = next.run().await;
            let Some(failure) = execution.error() else { return execution };
            if timer::is_stopped(&call) || !self.admits(&call, failure) {
                return execution;
            }
            tracing::debug!(target: "tool_sdk", tool = call.name(), code = %failure.code(), attempt, "trying again");
            if !timer::pause(&call, delay).await {
                return execution;
            }
            delay = delay.saturating_mul(2).min(self.max_delay);
        }
        next.run().await
    }
}

/// Whether a second run can do no harm, as far as the tool says.
fn is_harmless(call: &AroundCall) -> bool {
    call.effect() == Some(Effect::Read) || call.definition().is_some_and(ToolDefinition::is_idempotent)
}

impl AroundExecute for Retries {
    fn around(&self, call: AroundCall, next: Next) -> Pin<Box<dyn Future<Output = Execution> + Send + '_>> {
        Box::pin(self.run(call, next))
    }
}

impl fmt::Debug for Retries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retries")
            .field("attempts", &self.attempts)
            .field("delay", &self.delay)
            .field("max_delay", &self.max_delay)
            .field("codes", &self.codes)
            .finish_non_exhaustive()
    }
}
