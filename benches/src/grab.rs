//! The tool whose calls are timed: three arguments, two of them under rules, and a struct as its result.

use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use tool_sdk::CallId;
use tool_sdk::prelude::*;

/// What a model sends.
pub const ARGUMENTS: &str = r#"{"path":"crates/tool-sdk/src/lib.rs","offset":10,"limit":250}"#;

/// What the tools give.
#[derive(Debug, ToolValue)]
pub struct Grabbed {
    path: String,
    lines: u32,
}

/// Grab lines of a file.
#[tool]
pub async fn grab(
    /// Path of the file.
    path: String,
    /// Line to begin with.
    #[arg(min = 1)]
    offset: Option<u32>,
    /// How many lines.
    #[arg(min = 1, max = 10_000)]
    limit: u32,
) -> ToolResult<Grabbed> {
    Ok(Grabbed { path, lines: limit + offset.unwrap_or(0) })
}

/// Grab lines of a file, without waiting for anything.
#[tool]
pub fn grab_now(
    /// Path of the file.
    path: String,
    /// Line to begin with.
    #[arg(min = 1)]
    offset: Option<u32>,
    /// How many lines.
    #[arg(min = 1, max = 10_000)]
    limit: u32,
) -> ToolResult<Grabbed> {
    Ok(Grabbed { path, lines: limit + offset.unwrap_or(0) })
}

/// One call, and the text that the model gets to read, which the outcome owns.
pub fn call(registry: &Registry, tool: &str, id: &CallId) -> Outcome {
    let outcome = at_once(registry.call(ToolCall::new(tool, black_box(ARGUMENTS)).id(id.clone())));
    black_box(outcome.content());
    outcome
}

/// Drives a future whose body never waits; a runtime around it would be measured along with it.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("a tool that waits for nothing is ready at once"),
    }
}
