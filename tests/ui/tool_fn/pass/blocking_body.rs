//! A body that may block its thread, with a context and state that go along to it.

use tool_sdk::prelude::*;
use tool_sdk::{ToolCall, testing};

/// Say where it runs.
#[tool(blocking)]
fn place(cx: &ToolContext, State(host): State<String>) -> ToolResult<String> {
    cx.check_cancelled()?;
    std::thread::sleep(std::time::Duration::from_millis(1));
    Ok(format!("{} on {}", cx.call_id(), *host))
}

#[tokio::main]
async fn main() {
    let registry = Registry::new();
    assert!(
        matches!(registry.register(Place), Err(RegisterError::MissingState { .. })),
        "the state is asked for first"
    );
    registry.provide("a host".to_owned()).unwrap();
    registry.register(Place).unwrap().keep();
    let outcome = registry.call(ToolCall::new("place", "{}").id("c1")).await;
    assert_eq!(outcome.text(), "c1 on a host");
    let _ = testing::parameters::<PlaceArgs>();
}
