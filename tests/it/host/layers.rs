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

pub(super) fn flaky(registry: &Registry, heard: &Heard) {
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
