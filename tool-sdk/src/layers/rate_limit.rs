//! [`rate_limit`]: how often a tool may run.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::timer;
use crate::{AroundCall, AroundExecute, ErrorCode, Execution, Next, ToolError};

/// The code of a call that [`rate_limit`] refuses. The body never ran.
pub const RATE_LIMITED: &str = "RATE_LIMITED";

/// Lets each tool run so many times within any span of this length; 0 lets none run.
///
/// One call more is refused with [`RATE_LIMITED`], and the model is told when to try again; with [`wait`](RateLimit::wait) it
/// waits for its turn instead, if that comes soon enough. Tools are told apart by their names, so two scopes that see different
/// tools of one name share the limit of a layer above both. A limit for each agent is a layer in each agent's scope.
///
/// It remembers when the last calls of each tool started: 16 bytes for each call that the limit admits.
///
/// ```
/// use std::time::Duration;
/// use tool_sdk::layers::{RATE_LIMITED, rate_limit};
/// use tool_sdk::prelude::*;
///
/// /// Look at the clock.
/// #[tool]
/// fn look() -> String { "noon".into() }
///
/// # tool_sdk::testing::block_on(async {
/// let registry = Registry::new();
/// registry.register(Look)?.keep();
/// registry.around_execute(rate_limit(1, Duration::from_secs(3600))).keep();
/// assert!(registry.call(ToolCall::new("look", "{}")).await.is_ok());
/// let outcome = registry.call(ToolCall::new("look", "{}")).await;
/// assert_eq!(outcome.error().unwrap().code(), &RATE_LIMITED);
/// assert_eq!(outcome.text(), "Error: too many calls of look, try again in 3600s");
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
pub fn rate_limit(calls: u32, per: Duration) -> RateLimit {
    RateLimit { calls: calls as usize, per, wait: Duration::ZERO, starts: Arc::default() }
}

/// The layer that [`rate_limit`] makes. Clones share what they have counted.
#[derive(Clone, Debug)]
pub struct RateLimit {
    calls: usize,
    per: Duration,
    wait: Duration,
    starts: Arc<Mutex<HashMap<String, Starts>>>,
}

/// When the last calls of a tool started, or will start, the oldest first; never more of them than the limit admits.
type Starts = VecDeque<Instant>;

impl RateLimit {
    /// Lets a call wait up to this long for its turn before it is refused; nothing if nothing is said. Turns are given in the order
    /// in which calls come, and one that is cancelled while it waits has used its turn.
    #[must_use]
    pub fn wait(mut self, wait: Duration) -> Self {
        self.wait = wait;
        self
    }

    /// Takes the next turn, and gives the time until it comes; an error with that time when it is too far away.
    fn take_turn(&self, tool: &str) -> Result<Duration, Option<Duration>> {
        if self.calls == 0 {
            return Err(None);
        }
        let now = Instant::now();
        let mut all = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        if !all.contains_key(tool) {
            // Names come and go with registrations: those whose turns are over are forgotten.
            all.retain(|_, starts| starts.back().is_some_and(|last| !self.until_free(*last, now).is_zero()));
        }
        let starts = all.entry(tool.to_owned()).or_default();
        let is_full = starts.len() == self.calls;
        let until = starts.front().filter(|_| is_full).map_or(Duration::ZERO, |oldest| self.until_free(*oldest, now));
        let turn = now.checked_add(until).filter(|_| until <= self.wait).ok_or(Some(until))?;
        if is_full {
            starts.pop_front();
        }
        starts.push_back(turn);
        Ok(until)
    }

    /// How long a start, past or to come, still counts.
    fn until_free(&self, start: Instant, now: Instant) -> Duration {
        match start.checked_duration_since(now) {
            Some(ahead) => self.per.saturating_add(ahead),
            None => self.per.saturating_sub(now - start),
        }
    }

    async fn run(&self, call: AroundCall, next: Next) -> Execution {
        if !self.wait.is_zero()
            && let Err(failed) = timer::there_is("rate_limit")
        {
            return failed;
        }
        match self.take_turn(call.name()) {
            Ok(until) => {
                if !until.is_zero() {
                    // Cancelled meanwhile, the call goes on all the same: inside it ends before its body.
                    timer::pause(&call, until).await;
                }
                next.run().await
            }
            Err(until) => Execution::fail(refusal(call.name(), until)),
        }
    }
}

fn refusal(tool: &str, until: Option<Duration>) -> ToolError {
    let message = match until {
        Some(until) => format!("too many calls of {tool}, try again in {}s", until.as_secs_f64().ceil()),
        None => format!("{tool} may not be called"),
    };
    ToolError::new(ErrorCode::from(RATE_LIMITED), message)
}

impl AroundExecute for RateLimit {
    fn around(&self, call: AroundCall, next: Next) -> Pin<Box<dyn Future<Output = Execution> + Send + '_>> {
        Box::pin(self.run(call, next))
    }
}
