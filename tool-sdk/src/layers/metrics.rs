//! [`metrics`]: how often, how long, and how it ended.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::{AroundCall, AroundExecute, Execution, Next};

/// Counts executions by tool: how many, how they failed, how long they took.
///
/// It counts what lies inside of it. As the outermost layer that is every call that may run, with its retries and waits as one; as
/// the innermost it is every single attempt. What earlier stages refuse and what post-execute policies make of a result is not
/// seen here: for that, hear the outcomes with [`Scope::on_result`](crate::Scope::on_result).
///
/// Clones count into the same place, which keeps a row for each name of a tool and each code that it has seen.
///
/// ```
/// use tool_sdk::layers::metrics;
/// use tool_sdk::prelude::*;
///
/// /// Divide two numbers.
/// #[tool]
/// fn divide(a: i64, b: i64) -> ToolResult<i64> {
///     a.checked_div(b).ok_or(ToolError::new("DIVIDED_BY_ZERO", "b is 0"))
/// }
///
/// # tool_sdk::testing::block_on(async {
/// let registry = Registry::new();
/// registry.register(Divide)?.keep();
/// let metrics = metrics();
/// registry.around_execute(metrics.clone()).keep();
/// registry.call(ToolCall::new("divide", r#"{"a": 6, "b": 3}"#)).await;
/// registry.call(ToolCall::new("divide", r#"{"a": 6, "b": 0}"#)).await;
/// let divide = &metrics.snapshot()["divide"];
/// assert_eq!((divide.calls, divide.failures["DIVIDED_BY_ZERO"]), (2, 1));
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
pub fn metrics() -> Metrics {
    Metrics::default()
}

/// The layer that [`metrics`] makes, and the handle that reads it.
#[derive(Clone, Debug, Default)]
pub struct Metrics(Arc<Mutex<BTreeMap<String, CallStats>>>);

/// What was counted of one tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallStats {
    /// How many began.
    pub calls: u64,
    /// How many of them are still under way.
    pub running: u64,
    /// How many nobody waited for to the end: their future was dropped.
    pub abandoned: u64,
    /// How many failed, by code.
    pub failures: BTreeMap<String, u64>,
    /// The time that those which ended took together.
    pub total: Duration,
    /// The time of the longest of these.
    pub longest: Duration,
}

impl CallStats {
    /// How many ended, well or not.
    pub fn ended(&self) -> u64 {
        self.calls - self.running - self.abandoned
    }

    /// How many failed, with any code.
    pub fn failed(&self) -> u64 {
        self.failures.values().sum()
    }

    /// What one that ended took on average; zero when none has.
    pub fn mean(&self) -> Duration {
        match self.ended() {
            0 => Duration::ZERO,
            ended => Duration::from_secs_f64(self.total.as_secs_f64() / ended as f64),
        }
    }
}

impl Metrics {
    /// What was counted so far, by the name of the tool.
    pub fn snapshot(&self) -> BTreeMap<String, CallStats> {
        self.rows().clone()
    }

    fn rows(&self) -> MutexGuard<'_, BTreeMap<String, CallStats>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, tool: &str, change: impl FnOnce(&mut CallStats)) {
        let mut rows = self.rows();
        match rows.get_mut(tool) {
            Some(row) => change(row),
            None => change(rows.entry(tool.to_owned()).or_default()),
        }
    }

    async fn run(&self, call: AroundCall, next: Next) -> Execution {
        self.change(call.name(), |row| {
            row.calls += 1;
            row.running += 1;
        });
        let mut under_way = UnderWay { metrics: self, tool: call.name(), ended: false };
        let began = Instant::now();
        let execution = next.run().await;
        under_way.end(began.elapsed(), &execution);
        execution
    }
}

/// One execution that has not ended; dropped before that, it was abandoned.
struct UnderWay<'a> {
    metrics: &'a Metrics,
    tool: &'a str,
    ended: bool,
}

impl UnderWay<'_> {
    fn end(&mut self, took: Duration, execution: &Execution) {
        self.ended = true;
        self.metrics.change(self.tool, |row| {
            row.running -= 1;
            row.total += took;
            row.longest = row.longest.max(took);
            if let Some(failure) = execution.error() {
                *row.failures.entry(failure.code().as_str().to_owned()).or_default() += 1;
            }
        });
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.metrics.change(self.tool, |row| {
                row.running -= 1;
                row.abandoned += 1;
            });
        }
    }
}

impl AroundExecute for Metrics {
    fn around(&self, call: AroundCall, next: Next) -> Pin<Box<dyn Future<Output = Execution> + Send + '_>> {
        Box::pin(self.run(call, next))
    }
}
