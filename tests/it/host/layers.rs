use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::{AroundCall, Context, Execution, Next, PostCall, Registration, Scope, Source, Verdict};

use super::{Double, Heard, code, heard, tell_results};

/// Says when it is entered and left.
fn bracket(scope: &Scope, heard: &Heard, name: &'static str) -> Registration {
    let heard = heard.clone();
    scope.around_execute(move |_: AroundCall, next: Next| {
        let heard = heard.clone();
        async move {
            heard.say(format!("<{name}"));
            let execution = next.run().await;
            heard.say(format!("{name}>"));
            execution
        }
    })
}

/// Runs what is inside again until it works, up to so many times.
fn retry(scope: &Scope, times: u32) -> Registration {
    scope.around_execute(move |_: AroundCall, next: Next| async move {
        let mut execution = next.run().await;
        for _ in 1..times {
            if execution.is_ok() {
                break;
            }
            execution = next.run().await;
        }
        execution
    })
}

/// Fail as often as told.
struct Flaky(AtomicU32, Heard);

#[tool(name = "flaky", description = "Fail as often as told.")]
impl Flaky {
    async fn execute(&self, cx: &ToolContext) -> ToolResult<u32> {
        let attempt = self.0.fetch_add(1, Ordering::Relaxed);
        self.1.say(format!("attempt {attempt}"));
        cx.defer_context(format!("attempt {attempt}"));
        tokio::task::yield_now().await;
        if attempt < 2 { Err("not yet")? } else { Ok(attempt) }
    }
}

fn flaky(registry: &Registry, heard: &Heard) {
    registry.register(Flaky(AtomicU32::new(0), heard.clone())).unwrap().keep();
}

// contract: E10
#[tokio::test]
async fn layers_lie_around_each_other_in_the_order_of_registration() {
    let (registry, heard) = heard();
    let scope = registry.scope("scope");
    bracket(&scope, &heard, "c").keep();
    bracket(&registry, &heard, "a").keep();
    let gone = bracket(&registry, &heard, "b");
    scope.call(ToolCall::new("run", "")).await;
    assert_eq!(heard.take(), ["<a", "<b", "<c", "body", "c>", "b>", "a>"]);
    drop(gone);
    registry.call(ToolCall::new("run", "")).await;
    assert_eq!(heard.take(), ["<a", "body", "a>"]);
}

// contract: E10
#[tokio::test]
async fn a_retry_enters_every_inner_layer_again() {
    let (registry, heard) = heard();
    flaky(&registry, &heard);
    bracket(&registry, &heard, "outer").keep();
    retry(&registry, 5).keep();
    bracket(&registry, &heard, "inner").keep();
    tell_results(&registry, &heard);
    let outcome = registry.call(ToolCall::new("flaky", "")).await;
    assert_eq!(outcome.text(), "2");
    let expected = [
        "<outer",
        "<inner",
        "attempt 0",
        "inner>",
        "<inner",
        "attempt 1",
        "inner>",
        "<inner",
        "attempt 2",
        "inner>",
        "outer>",
        "result ",
    ];
    assert_eq!(heard.take(), expected);
    let contexts: Vec<_> = outcome.contexts().iter().map(|context| context.content.to_text()).collect();
    assert_eq!(contexts, ["attempt 0", "attempt 1", "attempt 2"], "also what a failed attempt wanted told");
}

// contract: E10, E5
#[tokio::test]
async fn a_layer_answers_for_the_body() {
    let (registry, heard) = heard();
    tell_results(&registry, &heard);
    let failing = registry.around_execute(|_: AroundCall, _: Next| async {
        let context = Context { source: Source::plugin("limit"), content: "slow down".into() };
        Execution::fail(ToolError::new("RATE_LIMITED", "too many calls")).with_content("Wait.").with_context(context)
    });
    let outcome = registry.call(ToolCall::new("run", "")).await;
    assert_eq!((code(&outcome), outcome.text().as_str()), ("RATE_LIMITED", "Wait."));
    assert_eq!(outcome.error().unwrap().message(), "too many calls");
    assert_eq!(outcome.contexts()[0].content.to_text(), "slow down");
    drop(failing);
    let answering = registry.around_execute(|_: AroundCall, _: Next| async {
        Execution::value("cached".to_owned()).with_content("not the content")
    });
    assert_eq!(registry.call(ToolCall::new("run", "")).await.text(), "cached", "a success is told by its value");
    drop(answering);
    assert_eq!(heard.take(), ["result RATE_LIMITED", "result "], "the body never ran");
}

// contract: E7
#[tokio::test]
async fn a_value_of_another_call_is_read_into_the_output_of_this_one() {
    /// Give a small number.
    #[tool]
    fn small(
        /// Which.
        n: u32,
    ) -> u8 {
        u8::try_from(n).unwrap_or(u8::MAX)
    }
    /// Give a text.
    #[tool]
    fn text() -> String {
        "seven".to_owned()
    }
    let registry = Registry::new();
    registry.register_all(tools![Double, Small, Text]).unwrap().keep();
    let kept: Arc<Mutex<Option<Execution>>> = Arc::default();
    registry
        .around_execute(move |_: AroundCall, next: Next| {
            let kept = kept.clone();
            async move {
                let cached = kept.lock().unwrap().clone();
                match cached {
                    Some(execution) => execution,
                    None => {
                        let execution = next.run().await;
                        *kept.lock().unwrap() = Some(execution.clone());
                        execution
                    }
                }
            }
        })
        .keep();
    assert_eq!(registry.call(ToolCall::new("double", r#"{"n": 150}"#)).await.text(), "300");
    assert_eq!(registry.call(ToolCall::new("double", r#"{"n": 1}"#)).await.text(), "300", "it is the cache's answer");
    for (name, arguments) in [("small", r#"{"n": 1}"#), ("text", "")] {
        let outcome = registry.call(ToolCall::new(name, arguments)).await;
        assert_eq!(code(&outcome), "INVALID_TOOL_OUTPUT", "300 is no value of {name}");
        assert!(outcome.value().is_none());
    }
}

// contract: E6
#[tokio::test]
async fn a_layer_that_panics_ends_the_call_and_nothing_is_tried_again() {
    let (registry, heard) = heard();
    tell_results(&registry, &heard);
    registry.on_post_execute(|_: PostCall| async { panic!("a broken execution is not judged") as Verdict }).keep();
    retry(&registry, 3).keep();
    bracket(&registry, &heard, "between").keep();
    let entered = heard.clone();
    let times = AtomicU32::new(0);
    registry
        .around_execute(move |_: AroundCall, next: Next| {
            entered.say("falling");
            assert!(times.fetch_add(1, Ordering::Relaxed) > 0, "the layer falls");
            async move { next.run().await }
        })
        .keep();
    let outcome = registry.call(ToolCall::new("run", "")).await;
    assert_eq!((code(&outcome), outcome.error().unwrap().detail()), ("PANICKED", Some("the layer falls")));
    let expected =
        ["<between", "falling", "between>", "<between", "between>", "<between", "between>", "result PANICKED"];
    let heard = heard.take();
    assert!(!heard.contains(&"body".to_owned()), "{heard:?}");
    assert_eq!(heard.iter().filter(|word| *word == "falling").count(), 1, "{heard:?} {expected:?}");
    assert_eq!(heard.last().unwrap(), "result PANICKED");
}

// contract: E10, E9
#[tokio::test]
async fn a_signal_that_fired_already_keeps_the_body_from_running() {
    let (registry, heard) = heard();
    tell_results(&registry, &heard);
    let codes = heard.clone();
    registry
        .on_post_execute(move |call: PostCall| {
            codes.say(format!("post {}", call.error().map_or("", |error| error.code().as_str())));
            std::future::ready(Verdict::accept())
        })
        .keep();
    registry
        .around_execute(|call: AroundCall, next: Next| async move {
            let own = call.signal().child_token();
            own.cancel();
            next.run_with(own).await
        })
        .keep();
    let call = ToolCall::new("run", "");
    let signal = call.signal().clone();
    assert_eq!(code(&registry.call(call).await), "ABORTED_BEFORE_DISPATCH");
    assert!(!signal.is_cancelled(), "the caller's own signal is the caller's");
    assert_eq!(heard.take(), ["post ABORTED_BEFORE_DISPATCH", "result ABORTED_BEFORE_DISPATCH"]);
}

/// Wait for the signal.
#[tool]
async fn wait(cx: &ToolContext) -> ToolResult<u8> {
    cx.signal().cancelled().await;
    Err(ToolError::new("STOPPED", "somebody cancelled"))
}

// contract: E10
#[tokio::test]
async fn a_layer_replaces_the_signal_and_the_callers_reaches_the_body_all_the_same() {
    let registry = heard().0;
    registry.register(Wait).unwrap().keep();
    let inner = Arc::new(Mutex::new(None));
    let seen = inner.clone();
    let layer = registry.around_execute(move |call: AroundCall, next: Next| {
        let (seen, own) = (seen.clone(), call.signal().child_token());
        async move {
            *seen.lock().unwrap() = Some(own.clone());
            next.run_with(own).await
        }
    });
    let deep = registry.around_execute(|call: AroundCall, next: Next| async move {
        assert!(!call.signal().is_cancelled());
        next.run().await
    });
    let fire = async || {
        while inner.lock().unwrap().is_none() {
            tokio::task::yield_now().await;
        }
        inner.lock().unwrap().take().unwrap().cancel();
    };
    let call = ToolCall::new("wait", "");
    let signal = call.signal().clone();
    let (outcome, ()) = tokio::join!(registry.call(call), fire());
    assert_eq!((code(&outcome), signal.is_cancelled()), ("STOPPED", false), "the layer's own signal");
    drop((layer, deep));

    // A signal that is no child of the caller's.
    let alone = Arc::new(Mutex::new(None));
    let foreign = ToolCall::new("", "").signal().clone();
    registry
        .around_execute({
            let alone = alone.clone();
            move |_: AroundCall, next: Next| {
                *alone.lock().unwrap() = Some(());
                let foreign = foreign.clone();
                async move {
                    let execution = next.run_with(foreign.clone()).await;
                    assert!(!foreign.is_cancelled(), "a layer's signal is the layer's");
                    execution
                }
            }
        })
        .keep();
    let call = ToolCall::new("wait", "");
    let signal = call.signal().clone();
    let cancel = async {
        while alone.lock().unwrap().is_none() {
            tokio::task::yield_now().await;
        }
        signal.cancel();
    };
    let (outcome, ()) = tokio::join!(registry.call(call), cancel);
    assert_eq!(code(&outcome), "STOPPED", "the caller's signal");
}

// contract: E10, E11
#[tokio::test]
async fn a_deadline_of_a_layer_is_a_timeout_of_its_own_words() {
    let registry = heard().0;
    registry.register(Wait).unwrap().keep();
    registry
        .around_execute(|call: AroundCall, next: Next| async move {
            let own = call.signal().child_token();
            let running = next.run_with(own.clone());
            tokio::pin!(running);
            tokio::select! {
                execution = &mut running => execution,
                () = tokio::time::sleep(std::time::Duration::from_millis(20)) => {
                    own.cancel();
                    running.await;
                    Execution::fail(ToolError::new("TOOL_TIMEOUT", "the host waits no longer"))
                }
            }
        })
        .keep();
    let outcome = registry.call(ToolCall::new("wait", "")).await;
    assert_eq!((code(&outcome), outcome.text().as_str()), ("TOOL_TIMEOUT", "Error: the host waits no longer"));
}

/// The layer cancels the caller between two attempts: the first one had its effects.
// contract: E9, E10
#[tokio::test]
async fn a_call_whose_body_ran_once_is_never_told_as_not_started() {
    for ends in [true, false] {
        let (registry, heard) = heard();
        flaky(&registry, &heard);
        registry
            .around_execute(move |call: AroundCall, next: Next| async move {
                let first = next.run().await;
                call.signal().cancel();
                if ends { first } else { next.run().await }
            })
            .keep();
        let outcome = registry.call(ToolCall::new("flaky", "")).await;
        assert_eq!(heard.take(), ["attempt 0"]);
        assert_eq!(code(&outcome), if ends { "FAILED" } else { "ABORTED" }, "a failure keeps its own code");
    }
}

// contract: P4, R4
#[tokio::test]
async fn a_value_is_replaced_under_the_definition_that_the_call_began_with() {
    let registry = Registry::new();
    let tool = Arc::new(Mutex::new(Some(registry.register(Double).unwrap())));
    let (layer, post) = (tool.clone(), registry.clone());
    registry
        .around_execute(move |_: AroundCall, next: Next| {
            drop(layer.lock().unwrap().take());
            async move {
                next.run().await;
                Execution::value(json!(8))
            }
        })
        .keep();
    registry
        .on_post_execute(move |call: PostCall| {
            assert!(post.definition("double").is_none());
            let doubled = call.value().and_then(|value| value.downcast_ref::<u32>().copied());
            std::future::ready(doubled.map_or_else(Verdict::accept, |doubled| Verdict::value(json!(doubled + 1))))
        })
        .keep();
    assert_eq!(registry.call(ToolCall::new("double", r#"{"n": 1}"#)).await.text(), "9");
    assert_eq!(code(&registry.call(ToolCall::new("double", r#"{"n": 1}"#)).await), "UNKNOWN_TOOL");
}
