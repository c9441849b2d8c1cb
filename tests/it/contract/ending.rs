use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tool_sdk::prelude::*;

use super::code;

#[derive(Default)]
struct Bodies {
    entered: AtomicU32,
    ended: AtomicBool,
    inside: Notify,
    go: Notify,
}

type Shared = Arc<Bodies>;

/// Wait until told, and look at the signal then.
#[tool]
async fn wait(State(bodies): State<Shared>, cx: &ToolContext) -> ToolResult<String> {
    bodies.entered.fetch_add(1, Ordering::Relaxed);
    bodies.inside.notify_one();
    bodies.go.notified().await;
    cx.check_cancelled()?;
    Ok("waited".to_owned())
}

/// Wait until told, whatever is signalled.
#[tool]
async fn insist(State(bodies): State<Shared>) -> String {
    bodies.entered.fetch_add(1, Ordering::Relaxed);
    bodies.inside.notify_one();
    bodies.go.notified().await;
    "insisted".to_owned()
}

/// Enter at once.
#[tool]
fn enter(State(bodies): State<Shared>) -> u32 {
    bodies.entered.fetch_add(1, Ordering::Relaxed)
}

/// Take longer than allowed, and stop when told.
#[tool(timeout = "50ms")]
async fn dawdle(State(bodies): State<Shared>, cx: &ToolContext) -> String {
    cx.signal().cancelled().await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    bodies.ended.store(true, Ordering::Relaxed);
    "late".to_owned()
}

/// Fall before the deadline.
#[tool(timeout = "30s")]
async fn fall() -> String {
    tokio::task::yield_now().await;
    panic!("before the deadline")
}

fn waiting() -> (Registry, Shared) {
    let (registry, bodies) = (Registry::new(), Shared::default());
    registry.provide(bodies.clone()).unwrap();
    registry.register_all(tools![Wait, Insist, Enter, Dawdle, Fall]).unwrap().keep();
    (registry, bodies)
}

// contract: E9
#[tokio::test]
async fn cancelled_before_the_body_the_body_never_runs() {
    let (registry, bodies) = waiting();
    for name in ["wait", "insist", "enter", "dawdle"] {
        let call = ToolCall::new(name, "{}");
        call.signal().cancel();
        assert_eq!(code(&registry.call(call).await), "ABORTED_BEFORE_DISPATCH", "{name}");
    }
    assert_eq!(bodies.entered.load(Ordering::Relaxed), 0);
    let call = ToolCall::new("enter", "{");
    call.signal().cancel();
    assert_eq!(code(&registry.call(call).await), "INVALID_ARGS", "what is wrong with the arguments is said first");
}

// contract: E9
#[tokio::test]
async fn cancelled_during_the_body_it_is_awaited() {
    for name in ["wait", "insist"] {
        let (registry, bodies) = waiting();
        let call = ToolCall::new(name, "{}");
        let signal = call.signal().clone();
        let running = tokio::spawn(async move { registry.call(call).await });
        bodies.inside.notified().await;
        signal.cancel();
        tokio::task::yield_now().await;
        assert!(!running.is_finished(), "the registry waits for the body");
        bodies.go.notify_one();
        let outcome = running.await.unwrap();
        assert_eq!(code(&outcome), "ABORTED", "{name}");
        assert!(outcome.value().is_none());
    }
}

// contract: E9
#[tokio::test]
async fn a_failure_keeps_its_own_code_when_cancelled() {
    /// Fail on a cancel.
    #[tool]
    async fn give_up(cx: &ToolContext) -> ToolResult<String> {
        cx.signal().cancelled().await;
        Err(ToolError::new("HALF_DONE", "two of four files were written"))
    }
    let registry = super::registry(GiveUp);
    let call = ToolCall::new("give_up", "");
    let signal = call.signal().clone();
    let (outcome, ()) = tokio::join!(registry.call(call), async { signal.cancel() });
    assert_eq!(code(&outcome), "HALF_DONE");
}

// contract: E11
#[tokio::test]
async fn at_its_deadline_a_body_is_told_and_awaited() {
    let (registry, bodies) = waiting();
    let call = ToolCall::new("dawdle", "");
    let signal = call.signal().clone();
    let outcome = registry.call(call).await;
    assert_eq!(code(&outcome), "TOOL_TIMEOUT");
    assert_eq!(outcome.text(), "Error: tool call timed out after 50ms");
    assert!(bodies.ended.load(Ordering::Relaxed), "nothing is left running behind an answered call");
    assert!(!signal.is_cancelled(), "the caller's own signal is the caller's");
    assert_eq!(code(&registry.call(ToolCall::new("fall", "")).await), "PANICKED");
}

// contract: C4
#[tokio::test(flavor = "multi_thread")]
async fn blocking_tools_run_on_the_blocking_pool_and_others_where_they_are_called() {
    /// Say which thread this is.
    #[tool(blocking)]
    fn away(cx: &ToolContext) -> String {
        assert!(!cx.call_id().as_str().is_empty());
        format!("{:?}", std::thread::current().id())
    }
    /// Say which thread this is.
    #[tool]
    fn here() -> String {
        format!("{:?}", std::thread::current().id())
    }
    let registry = Registry::new();
    registry.register_all(tools![Away, Here]).unwrap().keep();
    let mine = format!("{:?}", std::thread::current().id());
    assert_eq!(registry.call(ToolCall::new("here", "")).await.text(), mine);
    assert_ne!(registry.call(ToolCall::new("away", "")).await.text(), mine);
}

// contract: E6
#[test]
fn without_a_runtime_a_blocking_tool_fails_and_says_why() {
    /// Block.
    #[tool(blocking)]
    fn block() -> u8 {
        1
    }
    let outcome = tool_sdk::testing::block_on(tool_sdk::testing::call(Block, "{}"));
    assert_eq!(code(&outcome), "FAILED");
    assert!(outcome.error().unwrap().detail().unwrap_or_default().contains("runtime"), "{:?}", outcome.error());
}
