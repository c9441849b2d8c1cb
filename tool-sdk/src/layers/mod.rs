//! Layers that a host puts around the execution of calls: [`deadline`], [`retry`], [`rate_limit`], [`metrics`].
//!
//! Each is an [`AroundExecute`](crate::AroundExecute) of one file that uses nothing but the public API, and may serve as an example
//! of one. A layer works on the calls of the scope that it is put into and of those below, nested calls and programs' calls alike,
//! until its guard goes. The first that is put into a scope is the outermost, and those of outer scopes lie around those of inner
//! ones; so the order says what is measured and what is limited:
//!
//! ```
//! use std::time::Duration;
//! use tool_sdk::Registry;
//! use tool_sdk::layers::{RATE_LIMITED, deadline, metrics, rate_limit, retry};
//!
//! let registry = Registry::new();
//! let seen = metrics();
//! registry.around_execute(seen.clone()).keep(); // one call, however often it is tried
//! registry.around_execute(deadline(Duration::from_secs(120))).keep(); // all attempts and the waiting between them
//! registry.around_execute(retry(3).codes([RATE_LIMITED])).keep();
//! registry.around_execute(rate_limit(10, Duration::from_secs(1))).keep(); // each attempt counts
//! registry.around_execute(deadline(Duration::from_secs(30))).keep(); // one attempt
//! assert!(seen.snapshot().is_empty());
//! ```
//!
//! Refusals of earlier stages (invalid arguments, denials, guards) never reach a layer.
//!
//! | layer | what it does | what the model may be told |
//! | --- | --- | --- |
//! | [`deadline`] | fires the signal and waits for the body to come to rest | `TOOL_TIMEOUT`: `tool call timed out after 30000ms` |
//! | [`retry`] | runs the inner layers and the body again | what the last attempt failed with |
//! | [`rate_limit`] | refuses, or lets wait, what is too much | `RATE_LIMITED`: `too many calls of read, try again in 12s` |
//! | [`metrics`] | counts | nothing |
//!
//! Layers that wait need a tokio runtime with its timer; without a runtime a call fails with `FAILED` and a message that says so.

mod deadline;
mod metrics;
mod rate_limit;
mod retry;
mod timer;

pub use deadline::{Deadline, deadline};
pub use metrics::{CallStats, Metrics, metrics};
pub use rate_limit::{RATE_LIMITED, RateLimit, rate_limit};
pub use retry::{Retries, retry};
