use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tool_sdk::layers::{RATE_LIMITED, rate_limit};
use tool_sdk::prelude::*;

use super::{Count, code, ms, timed};

/// Enter, and count it.
#[tool(effect = read)]
fn enter(
    /// Whatever.
    what: Option<u8>,
    State(entered): State<Count>,
) -> u32 {
    let _ = what;
    entered.up()
}

/// Another tool.
#[tool]
fn other() -> String {
    "other".to_owned()
}

/// Call the first tool.
#[tool]
async fn within(cx: &ToolContext) -> ToolResult<u32> {
    Ok(*cx.call::<Enter>(EnterArgs::new()).await?)
}

fn registry(layer: impl tool_sdk::AroundExecute) -> Registry {
    let registry = Registry::new();
    registry.provide(Count::default()).unwrap();
    registry.register_all(tools![Enter, Other, Within]).unwrap().keep();
    registry.around_execute(layer).keep();
    registry
}

async fn enter_at(registry: &Registry, at: Duration) -> Outcome {
    tokio::time::sleep(at).await;
    registry.call(ToolCall::new("enter", "{}")).await
}

#[tokio::test(start_paused = true)]
async fn no_span_of_the_length_holds_more_calls() {
    let registry = registry(rate_limit(2, ms(1_000)));
    // After how long the next call comes, and whether it runs: at 0, 900, 950, 1000, 1001, 1900 and 2000 ms.
    let rows = [(0, true), (900, true), (50, false), (50, true), (1, false), (899, true), (100, true)];
    for (wait, runs) in rows {
        let outcome = enter_at(&registry, ms(wait)).await;
        assert_eq!(code(&outcome), if runs { "" } else { RATE_LIMITED }, "{wait} ms later");
    }
}

#[tokio::test(start_paused = true)]
async fn the_model_is_told_when_to_try_again() {
    let registry = registry(rate_limit(1, ms(61_500)));
    assert!(enter_at(&registry, ms(0)).await.is_ok());
    let refused = enter_at(&registry, ms(1_000)).await;
    assert_eq!(refused.text(), "Error: too many calls of enter, try again in 61s");
    assert!(enter_at(&registry, ms(60_500)).await.is_ok());
}

// contract: P5
#[tokio::test(start_paused = true)]
async fn each_tool_has_its_own_turns_and_nested_calls_take_them_too() {
    let registry = registry(rate_limit(1, ms(1_000)));
    assert!(registry.call(ToolCall::new("other", "{}")).await.is_ok());
    assert_eq!(registry.call(ToolCall::new("within", "{}")).await.text(), "1");
    assert_eq!(code(&enter_at(&registry, ms(0)).await), RATE_LIMITED);
}

// contract: P7
#[tokio::test(start_paused = true)]
async fn what_is_refused_before_takes_no_turn() {
    let registry = registry(rate_limit(1, ms(1_000)));
    assert_eq!(code(&registry.call(ToolCall::new("enter", r#"{"what": 500}"#)).await), "INVALID_ARGS");
    let guard = registry.guard(|_: &tool_sdk::GuardCall| Some("no".to_owned()));
    assert_eq!(code(&enter_at(&registry, ms(0)).await), "DENIED");
    guard.dispose();
    assert!(enter_at(&registry, ms(0)).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn calls_wait_for_their_turns_in_order_and_one_that_would_wait_too_long_is_refused() {
    let registry = registry(rate_limit(1, ms(1_000)).wait(ms(2_000)));
    let call = || timed(registry.call(ToolCall::new("enter", "{}")));
    let (first, second, third, fourth) = tokio::join!(call(), call(), call(), call());
    let told = [first, second, third].map(|(outcome, took)| (outcome.text(), took));
    assert_eq!(told, [("1".to_owned(), ms(0)), ("2".to_owned(), ms(1_000)), ("3".to_owned(), ms(2_000))]);
    assert_eq!((code(&fourth.0), fourth.1), (RATE_LIMITED, ms(0)));
}

// contract: E9
#[tokio::test(start_paused = true)]
async fn a_cancel_ends_the_waiting_and_the_body_never_runs() {
    let registry = registry(rate_limit(1, ms(60_000)).wait(ms(60_000)));
    assert!(enter_at(&registry, ms(0)).await.is_ok());
    let cancel = CancellationToken::new();
    let call = ToolCall::new("enter", "{}").cancelled_by(cancel.clone());
    let cancelled = async {
        tokio::time::sleep(ms(300)).await;
        cancel.cancel();
    };
    let ((outcome, ()), took) = timed(async { tokio::join!(registry.call(call), cancelled) }).await;
    assert_eq!((code(&outcome), took), ("ABORTED_BEFORE_DISPATCH", ms(300)));
    // The turn is used all the same; the body was entered once.
    assert_eq!(enter_at(&registry, ms(119_700)).await.text(), "2");
}

#[tokio::test(start_paused = true)]
async fn odd_limits_are_limits() {
    let nothing = registry(rate_limit(0, ms(1_000)));
    assert_eq!(enter_at(&nothing, ms(0)).await.text(), "Error: enter may not be called");
    for layer in [rate_limit(1, Duration::MAX), rate_limit(1, Duration::MAX).wait(Duration::MAX)] {
        let once = registry(layer);
        assert!(enter_at(&once, ms(0)).await.is_ok());
        assert_eq!(code(&enter_at(&once, ms(5)).await), RATE_LIMITED);
    }
    let always = registry(rate_limit(1, Duration::ZERO));
    for _ in 0..3 {
        assert!(enter_at(&always, ms(0)).await.is_ok());
    }
}

#[tokio::test(start_paused = true)]
async fn clones_share_their_turns() {
    let layer = rate_limit(1, ms(1_000));
    let (one, two) = (registry(layer.clone()), registry(layer));
    assert!(enter_at(&one, ms(0)).await.is_ok());
    assert_eq!(code(&enter_at(&two, ms(0)).await), RATE_LIMITED);
}
