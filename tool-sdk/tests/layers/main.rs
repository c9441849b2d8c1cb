//! The shipped layers, by calls on a paused clock: no test waits, and every time is exact.

/// A deadline fires once, for its own reason alone.
mod deadline;
/// What is counted, and what is not.
mod metrics;
/// Turns within a span, waiting for one.
mod rate_limit;
/// Attempts, what they enter, what ends them.
mod retry;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::Instant;
use tool_sdk::prelude::*;

/// How often something happened.
#[derive(Default)]
struct Count(AtomicU32);

impl Count {
    fn up(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The code of a failure; nothing for a success.
fn code(outcome: &Outcome) -> &str {
    outcome.error().map_or("", |failure| failure.code().as_str())
}

/// The time that the clock of the test went on.
async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let began = Instant::now();
    let done = work.await;
    (done, began.elapsed())
}

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}
