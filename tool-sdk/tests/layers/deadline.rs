use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tool_sdk::layers::rate_limit;
use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, Next};

use super::{Count, code, ms, timed};

/// Work until told to stop, and take a second to tidy up.
#[tool]
async fn work(cx: &ToolContext) -> String {
    cx.signal().cancelled().await;
    cx.defer_context("half of it is done");
    tokio::time::sleep(ms(1_000)).await;
    "tidied up".to_owned()
}

/// Stop when told, in some way.
#[tool]
async fn stop(
    /// By an error of its own, or by a panic.
    panics: bool,
    cx: &ToolContext,
) -> ToolResult<String> {
    cx.signal().cancelled().await;
    assert!(!panics, "stopped");
    Err(ToolError::new("STOPPED", "stopped"))
}

/// Take so long, whatever is signalled.
#[tool]
async fn sleep(
    /// Milliseconds.
    ms: u64,
) -> String {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "slept".to_owned()
}

/// Take longer than declared.
#[tool(timeout = "5s")]
async fn dawdle() -> String {
    tokio::time::sleep(ms(6_000)).await;
    String::new()
}

/// Enter, and count it.
#[tool]
fn enter(State(entered): State<Count>) -> u32 {
    entered.up()
}

fn registry() -> Registry {
    let registry = Registry::new();
    registry.provide(Count::default()).unwrap();
    registry.register_all(tools![Work, Stop, Sleep, Dawdle, Enter]).unwrap().keep();
    registry
}

// contract: E10
#[tokio::test(start_paused = true)]
async fn the_signal_fires_and_the_body_is_awaited() {
    let registry = registry();
    registry.around_execute(deadline(ms(5_000))).keep();
    let call = ToolCall::new("work", "{}");
    let caller = call.signal().clone();
    let (outcome, took) = timed(registry.call(call)).await;
    assert_eq!(outcome.text(), "Error: tool call timed out after 5000ms");
    assert_eq!(code(&outcome), "TOOL_TIMEOUT");
    assert_eq!(took, ms(6_000), "the second of tidying up is waited for");
    assert_eq!(outcome.contexts().len(), 1, "what the body deferred is told all the same");
    assert!(!caller.is_cancelled(), "the caller's own signal is left alone");
}

#[tokio::test(start_paused = true)]
async fn what_ends_in_time_stays_as_it_is() {
    let registry = registry();
    registry.around_execute(deadline(ms(100))).keep();
    let (outcome, took) = timed(registry.call(ToolCall::new("sleep", r#"{"ms": 99}"#))).await;
    assert_eq!((outcome.text().as_str(), took), ("slept", ms(99)));
    let outcome = registry.call(ToolCall::new("enter", "{}")).await;
    assert_eq!(outcome.text(), "1");
}

#[tokio::test(start_paused = true)]
async fn whatever_comes_after_the_deadline_is_a_timeout() {
    let registry = registry();
    registry.around_execute(deadline(ms(100))).keep();
    for (tool, arguments) in
        [("stop", r#"{"panics": false}"#), ("stop", r#"{"panics": true}"#), ("sleep", r#"{"ms": 101}"#), ("work", "{}")]
    {
        let outcome = registry.call(ToolCall::new(tool, arguments)).await;
        assert_eq!(outcome.text(), "Error: tool call timed out after 100ms", "{tool} {arguments}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_shorter_of_two_deadlines_is_told() {
    for (outer, inner) in [(5_000, 300), (300, 5_000)] {
        let registry = registry();
        registry.around_execute(deadline(ms(outer))).keep();
        registry.around_execute(deadline(ms(inner))).keep();
        let outcome = registry.call(ToolCall::new("stop", r#"{"panics": false}"#)).await;
        assert_eq!(outcome.text(), "Error: tool call timed out after 300ms", "outer {outer}, inner {inner}");
    }
}

// contract: E9, E10
#[tokio::test(start_paused = true)]
async fn a_cancel_before_the_deadline_is_no_timeout() {
    for under_another_signal in [false, true] {
        let registry = registry();
        if under_another_signal {
            let unrelated = |_: AroundCall, next: Next| async move { next.run_with(CancellationToken::new()).await };
            registry.around_execute(unrelated).keep();
        }
        registry.around_execute(deadline(ms(500))).keep();
        let cancel = CancellationToken::new();
        let call = ToolCall::new("work", "{}").cancelled_by(cancel.clone());
        let cancelled = async {
            tokio::time::sleep(ms(400)).await;
            cancel.cancel();
        };
        let ((outcome, ()), took) = timed(async { tokio::join!(registry.call(call), cancelled) }).await;
        assert_eq!((code(&outcome), took), ("ABORTED", ms(1_400)), "{under_another_signal}");
    }
}

// contract: E11
#[tokio::test(start_paused = true)]
async fn a_declared_timeout_and_a_deadline_use_the_same_words() {
    let declared = registry().call(ToolCall::new("dawdle", "{}")).await;
    let registry = registry();
    registry.around_execute(deadline(ms(5_000))).keep();
    let limited = registry.call(ToolCall::new("sleep", r#"{"ms": 6000}"#)).await;
    assert_eq!(declared.text(), limited.text());
    assert_eq!(code(&declared), code(&limited));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_waits_for_its_turn_times_out_and_its_body_never_runs() {
    let entered = Arc::new(Count::default());
    let registry = registry();
    registry.around_execute(deadline(ms(100))).keep();
    registry.around_execute(rate_limit(1, ms(10_000)).wait(ms(10_000))).keep();
    registry.observe(Started(entered.clone())).keep();
    registry.call(ToolCall::new("enter", "{}")).await;
    let (outcome, took) = timed(registry.call(ToolCall::new("enter", "{}"))).await;
    assert_eq!((code(&outcome), took), ("TOOL_TIMEOUT", ms(100)));
    assert_eq!(entered.get(), 1);
}

struct Started(Arc<Count>);

impl tool_sdk::Observer for Started {
    fn on_start(&self, _: &tool_sdk::CallInfo) {
        self.0.up();
    }
}

#[test]
fn without_a_runtime_a_call_fails_and_says_why() {
    let registry = registry();
    registry.around_execute(deadline(ms(100))).keep();
    let outcome = tool_sdk::testing::block_on(registry.call(ToolCall::new("enter", "{}")));
    assert_eq!(outcome.text(), "Error: the layer `deadline` needs a tokio runtime");
}
