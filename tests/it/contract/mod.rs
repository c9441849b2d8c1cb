//! The clauses of the contract, each by tools that an author could have written.

/// What bad arguments get, and what is mended of them.
mod arguments;
/// A body that asks the approver itself.
mod asking;
/// Panics, numbers that JSON lacks, renderers that fail: one failed call each.
mod containment;
/// Cancelling, timeouts, where a body runs.
mod ending;
/// What an instance leaves out of its declaration.
mod narrowing;
/// The shape of an outcome, as others see it.
mod outcome;
/// The system prompt, and that it is made only when something changed.
mod prompt;
/// Names, guards, state: what registers and what takes it back.
mod registration;
/// Batches: what overlaps, what waits, what a cancel leaves.
mod scheduling;
/// What a declaration makes of schemas.
mod schemas;
/// Bodies that are dropped, and bodies that do not end.
mod watch;

use tool_sdk::{Arguments, CallId, Outcome, Registry, Tool, ToolCall};

/// A registry with one tool.
fn registry(tool: impl Tool) -> Registry {
    let registry = Registry::new();
    registry.register(tool).expect("the tool registers").keep();
    registry
}

/// One call of a tool in a registry of its own.
async fn call<'a, T: Tool>(tool: T, arguments: impl Into<Arguments<'a>>) -> Outcome {
    registry(tool).call(ToolCall::new(T::SPEC.name, arguments).id(CallId::from("c1"))).await
}

/// The code of a failure; nothing for a success.
fn code(outcome: &Outcome) -> &str {
    outcome.error().map_or("", |failure| failure.code().as_str())
}
