use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use tool_sdk::layers::{Metrics, metrics, retry};
use tool_sdk::prelude::*;

use super::{Count, code, ms};

/// Take so long, and end so.
#[tool(effect = read)]
async fn sleep(
    /// Milliseconds.
    ms: u64,
    /// The code to fail with.
    fail: Option<String>,
) -> ToolResult<u64> {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    match fail {
        Some(code) => Err(ToolError::new(code, "as told")),
        None => Ok(ms),
    }
}

/// Call another tool.
#[tool]
async fn nest(cx: &ToolContext) -> ToolResult<u64> {
    Ok(*cx.call::<Sleep>(SleepArgs::new(10)).await?)
}

/// Fail at the first run.
#[tool(effect = read)]
fn second(State(runs): State<Count>) -> ToolResult<u32> {
    match runs.up() {
        1 => Err(ToolError::new("BUSY", "busy")),
        run => Ok(run),
    }
}

fn registry() -> Registry {
    let registry = Registry::new();
    registry.provide(Count::default()).unwrap();
    registry.register_all(tools![Sleep, Nest, Second]).unwrap().keep();
    registry
}

fn measured() -> (Registry, Metrics) {
    let (registry, metrics) = (registry(), metrics());
    registry.around_execute(metrics.clone()).keep();
    (registry, metrics)
}

#[tokio::test(start_paused = true)]
async fn calls_failures_and_times_are_counted() {
    let (registry, metrics) = measured();
    for arguments in
        [r#"{"ms": 10}"#, r#"{"ms": 50, "fail": "A"}"#, r#"{"ms": 20, "fail": "A"}"#, r#"{"ms": 0, "fail": "B"}"#]
    {
        registry.call(ToolCall::new("sleep", arguments)).await;
    }
    let sleep = metrics.snapshot().remove("sleep").unwrap();
    assert_eq!((sleep.calls, sleep.running, sleep.abandoned, sleep.ended(), sleep.failed()), (4, 0, 0, 4, 3));
    assert_eq!(sleep.failures.into_iter().collect::<Vec<_>>(), [("A".to_owned(), 2), ("B".to_owned(), 1)]);
    assert_eq!((sleep.total, sleep.longest), (ms(80), ms(50)));
}

#[tokio::test(start_paused = true)]
async fn a_snapshot_stands_still_and_knows_what_is_under_way() {
    let (registry, metrics) = measured();
    let call = registry.call(ToolCall::new("sleep", r#"{"ms": 100}"#));
    let look = async {
        tokio::time::sleep(ms(50)).await;
        metrics.snapshot()
    };
    let (outcome, before) = tokio::join!(call, look);
    assert!(outcome.is_ok());
    assert_eq!((before["sleep"].calls, before["sleep"].running, before["sleep"].mean()), (1, 1, Duration::ZERO));
    let after = metrics.snapshot();
    assert_eq!((after["sleep"].calls, after["sleep"].running, after["sleep"].mean()), (1, 0, ms(100)));
}

// contract: E9
#[tokio::test(start_paused = true)]
async fn a_call_whose_future_is_dropped_is_abandoned() {
    let (registry, metrics) = measured();
    {
        let mut call = pin!(registry.call(ToolCall::new("sleep", r#"{"ms": 100}"#)));
        poll_fn(|task| {
            assert!(call.as_mut().poll(task).is_pending());
            Poll::Ready(())
        })
        .await;
        assert_eq!(metrics.snapshot()["sleep"].running, 1);
    }
    let sleep = &metrics.snapshot()["sleep"];
    assert_eq!((sleep.calls, sleep.running, sleep.abandoned, sleep.ended()), (1, 0, 1, 0));
}

// contract: P5
#[tokio::test(start_paused = true)]
async fn nested_calls_are_calls() {
    let (registry, metrics) = measured();
    registry.call(ToolCall::new("nest", "{}")).await;
    let counted: Vec<(String, u64)> = metrics.snapshot().into_iter().map(|(name, row)| (name, row.calls)).collect();
    assert_eq!(counted, [("nest".to_owned(), 1), ("sleep".to_owned(), 1)]);
}

#[tokio::test(start_paused = true)]
async fn the_place_says_what_one_is() {
    let (registry, outer, inner) = (registry(), metrics(), metrics());
    registry.around_execute(outer.clone()).keep();
    registry.around_execute(retry(2).codes(["BUSY"])).keep();
    registry.around_execute(inner.clone()).keep();
    registry.call(ToolCall::new("second", "{}")).await;
    let (outer, inner) = (&outer.snapshot()["second"], &inner.snapshot()["second"]);
    assert_eq!((outer.calls, outer.failed(), outer.total), (1, 0, ms(200)));
    assert_eq!((inner.calls, inner.failed(), inner.total), (2, 1, ms(0)));
}

#[tokio::test(start_paused = true)]
async fn what_never_ran_is_not_counted_and_the_guard_ends_the_counting() {
    let (registry, metrics) = (registry(), metrics());
    let guard = registry.around_execute(metrics.clone());
    assert_eq!(code(&registry.call(ToolCall::new("sleep", "{}")).await), "INVALID_ARGS");
    assert_eq!(code(&registry.call(ToolCall::new("sleap", "{}")).await), "UNKNOWN_TOOL");
    assert!(metrics.snapshot().is_empty());
    guard.dispose();
    assert!(registry.call(ToolCall::new("sleep", r#"{"ms": 1}"#)).await.is_ok());
    assert!(metrics.snapshot().is_empty());
}
