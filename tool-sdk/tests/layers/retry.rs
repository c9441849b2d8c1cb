use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tool_sdk::layers::retry;
use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, Next};

use super::{Count, code, ms, timed};

/// Look, and fail until the run of this number.
#[tool(effect = read)]
fn look(
    /// The first run that succeeds.
    run: u32,
    /// How the others fail.
    code: String,
    State(runs): State<Count>,
) -> ToolResult<u32> {
    fail_until(run, code, &runs)
}

/// Change something, and fail until the run of this number.
#[tool(effect = write)]
fn change(
    /// The first run that succeeds.
    run: u32,
    /// How the others fail.
    code: String,
    State(runs): State<Count>,
) -> ToolResult<u32> {
    fail_until(run, code, &runs)
}

/// Put something in its place, and fail until the run of this number.
#[tool(effect = write, idempotent)]
fn put(
    /// The first run that succeeds.
    run: u32,
    /// How the others fail.
    code: String,
    State(runs): State<Count>,
) -> ToolResult<u32> {
    fail_until(run, code, &runs)
}

fn fail_until(run: u32, code: String, runs: &Count) -> ToolResult<u32> {
    let now = runs.up();
    if now >= run { Ok(now) } else { Err(ToolError::new(code, format!("run {now} failed"))) }
}

/// End the turn at the first run, which fails; the second succeeds.
#[tool(effect = read)]
fn conclude(State(runs): State<Count>, cx: &ToolContext) -> ToolResult<u32> {
    let run = runs.up();
    cx.defer_context(format!("run {run}"));
    if run > 1 {
        return Ok(run);
    }
    cx.conclude_turn();
    Err(ToolError::new("BUSY", "busy"))
}

/// Wait to be told to stop.
#[tool(effect = read)]
async fn wait(State(runs): State<Count>, cx: &ToolContext) -> ToolResult<u32> {
    runs.up();
    cx.signal().cancelled().await;
    Err(ToolError::new("BUSY", "busy"))
}

fn registry() -> Registry {
    let registry = Registry::new();
    registry.provide(Count::default()).unwrap();
    registry.register_all(tools![Look, Change, Put, Conclude, Wait]).unwrap().keep();
    registry
}

async fn call(registry: &Registry, tool: &str, run: u32, code: &str) -> Outcome {
    registry.call(ToolCall::new(tool, serde_json::json!({"run": run, "code": code}))).await
}

/// A layer that counts how often it is entered.
fn counting(registry: &Registry) -> Arc<Count> {
    let count = Arc::new(Count::default());
    let entered = count.clone();
    registry
        .around_execute(move |_: AroundCall, next: Next| {
            entered.up();
            async move { next.run().await }
        })
        .keep();
    count
}

// contract: E10
#[tokio::test(start_paused = true)]
async fn every_attempt_enters_every_inner_layer_and_no_outer_one() {
    let registry = registry();
    let outer = counting(&registry);
    registry.around_execute(retry(5).codes(["BUSY"])).keep();
    let inner = [counting(&registry), counting(&registry)];
    let outcome = call(&registry, "look", 4, "BUSY").await;
    assert_eq!(outcome.text(), "4");
    assert_eq!((outer.get(), inner.map(|count| count.get())), (1, [4, 4]));
}

#[tokio::test(start_paused = true)]
async fn the_waits_double_up_to_the_longest() {
    let unlimited = retry(6).codes(["BUSY"]);
    let limited = unlimited.clone().delay(ms(50)).max_delay(ms(150));
    for (layer, waits) in [(unlimited, 200 + 400 + 800 + 1_600 + 3_200), (limited, 50 + 100 + 150 + 150 + 150)] {
        let registry = registry();
        registry.around_execute(layer).keep();
        let (outcome, took) = timed(call(&registry, "look", 6, "BUSY")).await;
        assert_eq!((outcome.text().as_str(), took), ("6", ms(waits)));
    }
}

#[tokio::test(start_paused = true)]
async fn the_last_failure_is_told_when_the_attempts_are_used_up() {
    for (attempts, said) in [(0, "run 1 failed"), (1, "run 1 failed"), (3, "run 3 failed")] {
        let registry = registry();
        registry.around_execute(retry(attempts).codes(["BUSY"])).keep();
        let outcome = call(&registry, "look", 9, "BUSY").await;
        assert_eq!((code(&outcome), outcome.text()), ("BUSY", format!("Error: {said}")));
    }
}

#[tokio::test(start_paused = true)]
async fn by_default_only_what_may_work_later_and_does_no_harm_is_tried_again() {
    let rows = [
        ("look", "TOOL_NOT_STARTED", true),
        ("put", "TOOL_NOT_STARTED", true),
        ("change", "TOOL_NOT_STARTED", false),
        ("look", "PASSING", true),
        ("change", "PASSING", false),
        ("look", "OTHER", false),
        ("look", "FAILED", false),
        ("put", "TOOL_TIMEOUT", false),
    ];
    for (tool, code, again) in rows {
        let registry = registry();
        registry.around_execute(retry(2).codes(["PASSING"])).keep();
        let outcome = call(&registry, tool, 2, code).await;
        assert_eq!(outcome.is_ok(), again, "{tool} that fails with {code}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_predicate_decides_alone() {
    let registry = registry();
    registry.around_execute(retry(2).when(|call, failure| call.name() == "change" && *failure.code() == "ODD")).keep();
    assert!(call(&registry, "change", 2, "ODD").await.is_ok());
    let registry = self::registry();
    registry.around_execute(retry(2).codes(["ODD"]).when(|_, _| false)).keep();
    assert!(!call(&registry, "look", 2, "ODD").await.is_ok());
}

// contract: E9
#[tokio::test(start_paused = true)]
async fn a_cancel_ends_the_waiting_and_the_attempts() {
    let registry = registry();
    let runs = counting_under(&registry, retry(9).codes(["BUSY"]).delay(Duration::from_secs(60)));
    let cancel = CancellationToken::new();
    let call = ToolCall::new("look", r#"{"run": 9, "code": "BUSY"}"#).cancelled_by(cancel.clone());
    let ((outcome, ()), took) = timed(async { tokio::join!(registry.call(call), cancel_after(ms(70), &cancel)) }).await;
    assert_eq!((code(&outcome), took, runs.get()), ("BUSY", ms(70), 1));

    let cancel = CancellationToken::new();
    let call = ToolCall::new("wait", "{}").cancelled_by(cancel.clone());
    let ((outcome, ()), took) = timed(async { tokio::join!(registry.call(call), cancel_after(ms(70), &cancel)) }).await;
    assert_eq!((code(&outcome), took, runs.get()), ("BUSY", ms(70), 2));
}

// contract: E10
#[tokio::test(start_paused = true)]
async fn the_callers_cancel_counts_under_the_signal_of_another_layer_too() {
    let registry = registry();
    let unrelated = |_: AroundCall, next: Next| async move { next.run_with(CancellationToken::new()).await };
    registry.around_execute(unrelated).keep();
    let runs = counting_under(&registry, retry(9).codes(["BUSY"]).delay(Duration::from_secs(60)));
    let cancel = CancellationToken::new();
    let call = ToolCall::new("look", r#"{"run": 9, "code": "BUSY"}"#).cancelled_by(cancel.clone());
    let ((outcome, ()), took) = timed(async { tokio::join!(registry.call(call), cancel_after(ms(70), &cancel)) }).await;
    assert_eq!((code(&outcome), took, runs.get()), ("BUSY", ms(70), 1));
}

async fn cancel_after(wait: Duration, cancel: &CancellationToken) {
    tokio::time::sleep(wait).await;
    cancel.cancel();
}

fn counting_under(registry: &Registry, layer: impl tool_sdk::AroundExecute) -> Arc<Count> {
    registry.around_execute(layer).keep();
    counting(registry)
}

#[tokio::test(start_paused = true)]
async fn a_deadline_around_the_attempts_ends_them() {
    let registry = registry();
    registry.around_execute(deadline(ms(500))).keep();
    let runs = counting_under(&registry, retry(9).codes(["BUSY"]));
    let (outcome, took) = timed(call(&registry, "look", 9, "BUSY")).await;
    assert_eq!((code(&outcome), took, runs.get()), ("TOOL_TIMEOUT", ms(500), 2));
}

#[tokio::test(start_paused = true)]
async fn a_deadline_within_is_that_of_each_attempt() {
    let registry = registry();
    let runs = counting_under(&registry, retry(3).codes(["TOOL_TIMEOUT"]));
    registry.around_execute(deadline(ms(1_000))).keep();
    let (outcome, took) = timed(registry.call(ToolCall::new("wait", "{}"))).await;
    assert_eq!((code(&outcome), took, runs.get()), ("TOOL_TIMEOUT", ms(3_000 + 200 + 400), 3));
}

// contract: E6
#[tokio::test(start_paused = true)]
async fn a_layer_that_panics_is_not_tried_again() {
    let registry = registry();
    let entered = counting_under(&registry, retry(3).when(|_, _| true));
    registry
        .around_execute(|_: AroundCall, next: Next| async move {
            next.run().await;
            panic!("after the body")
        })
        .keep();
    let runs = counting(&registry);
    let outcome = call(&registry, "look", 1, "BUSY").await;
    assert_eq!((code(&outcome), entered.get(), runs.get()), ("PANICKED", 1, 1));
}

// contract: E13
#[tokio::test(start_paused = true)]
async fn a_failed_attempt_ends_no_turn_and_what_it_deferred_is_told() {
    let registry = registry();
    registry.around_execute(retry(2).codes(["BUSY"])).keep();
    let outcome = registry.call(ToolCall::new("conclude", "{}")).await;
    assert_eq!(outcome.text(), "2");
    assert!(!outcome.concludes_turn());
    let contexts: Vec<String> = outcome.contexts().iter().map(|context| context.content.to_text()).collect();
    assert_eq!(contexts, ["run 1", "run 2"]);
}
