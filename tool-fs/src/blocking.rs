//! Work on the blocking pool that ends when its call is cancelled or given up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use tool_sdk::ErrorCode;
use tool_sdk::prelude::*;

/// Whether the work shall stop. Asking costs less than asking the call's signal, which has a lock.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Sets a [`Stop`] when it is dropped: the thread outlives the future of a call that is given up.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// How often work that takes long tells how far it is; shorter work tells nothing.
const TOLD_EVERY: Duration = Duration::from_secs(1);

/// How many files were looked at, by all threads of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Count(Arc<AtomicU32>);

impl Count {
    /// A counter for one thread.
    pub(crate) fn counter(&self) -> Counter<'_> {
        Counter { all: self, own: 0 }
    }
}

/// Counts for one thread, and tells the others only now and then: a number that all threads change at each file would slow them.
#[derive(Debug)]
pub(crate) struct Counter<'a> {
    all: &'a Count,
    own: u32,
}

impl Counter<'_> {
    const TOLD_EVERY: u32 = 64;

    pub(crate) fn one(&mut self) {
        self.own += 1;
        if self.own == Self::TOLD_EVERY {
            self.all.0.fetch_add(self.own, Ordering::Relaxed);
            self.own = 0;
        }
    }
}

/// The same as [`run`], and reports each second how many files were looked at.
pub(crate) async fn run_counting<T, E, F>(cx: &ToolContext, work: F) -> ToolResult<T>
where
    T: Send + 'static,
    E: Into<ToolError> + Send + 'static,
    F: FnOnce(&Stop, &Count) -> Result<T, E> + Send + 'static,
{
    let count = Count::default();
    let own = count.clone();
    let mut running = std::pin::pin!(run(cx, move |stop| work(stop, &own)));
    loop {
        match tokio::time::timeout(TOLD_EVERY, running.as_mut()).await {
            Ok(ended) => return ended,
            Err(_) => {
                let files = count.0.load(Ordering::Relaxed);
                cx.progress(files.into(), None, format!("{files} files searched"));
            }
        }
    }
}

/// Runs `work` on the blocking pool and waits for its end, also after a cancel, which it is told of.
pub(crate) async fn run<T, E, F>(cx: &ToolContext, work: F) -> ToolResult<T>
where
    T: Send + 'static,
    E: Into<ToolError> + Send + 'static,
    F: FnOnce(&Stop) -> Result<T, E> + Send + 'static,
{
    let stop = Stop::default();
    let _stop_on_drop = StopOnDrop(stop.clone());
    let seen = stop.clone();
    let mut task = tokio::task::spawn_blocking(move || work(&seen));
    let ended = match cx.signal().run_until_cancelled(&mut task).await {
        Some(ended) => ended,
        None => {
            stop.set();
            task.await
        }
    };
    match ended {
        Ok(result) => result.map_err(Into::into),
        // A panic goes on, for the registry to contain; anything else is the runtime shutting down.
        Err(failed) => match failed.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(ToolError::of(ErrorCode::ABORTED)),
        },
    }
}
