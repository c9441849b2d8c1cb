use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tool_sdk::prelude::*;
use tool_sdk::{Agent, CallInfo, CallToken, Deny, GuardCall, PostCall, Progress, RawTool, Verdict};

use super::{Double, DoubleArgs, code, heard, tell_results};

/// Ask another tool.
#[tool]
pub(super) async fn ask(
    /// Which.
    tool: String,
    /// With what.
    arguments: JsonMap,
    cx: &ToolContext,
) -> ToolResult<Value> {
    let outcome = cx.call_tool(ToolCall::new(tool, Value::Object(arguments))).await;
    match (outcome.value(), outcome.error()) {
        (Some(value), _) => Ok(value.to_json()),
        (_, Some(failure)) => Err(ToolError::new(failure.code().clone(), failure.message())),
        _ => Ok(Value::Null),
    }
}

/// Double a number twice.
#[tool]
async fn quadruple(
    /// The number.
    n: u32,
    cx: &ToolContext,
) -> ToolResult<u32> {
    let doubled = cx.call::<Double>(DoubleArgs::new(n)).await?;
    assert_eq!(doubled.content().to_text(), doubled.to_string());
    cx.defer_context("half way");
    Ok(*cx.call::<Double>(DoubleArgs::new(*doubled)).await?)
}

fn asking() -> (Registry, super::Heard) {
    let (registry, heard) = heard();
    registry.register_all(tools![Double, Ask, Quadruple]).unwrap().keep();
    (registry, heard)
}

// contract: E13, E1
#[tokio::test]
async fn a_nested_call_has_its_own_identity_and_the_outer_one_as_its_parent() {
    let (registry, _) = asking();
    let calls: Arc<Mutex<Vec<[String; 3]>>> = Arc::default();
    let tokens: Arc<Mutex<Vec<[Option<CallToken>; 2]>>> = Arc::default();
    let (kept, tokens_kept) = (calls.clone(), tokens.clone());
    registry
        .on_result(move |call: &CallInfo, _: &Outcome| {
            let ids = [call.name(), call.call_id().as_str(), call.root_call_id().as_str()].map(str::to_owned);
            kept.lock().unwrap().push(ids);
            tokens_kept.lock().unwrap().push([Some(call.token()), call.parent()]);
        })
        .keep();
    let outer = json!({"tool": "ask", "arguments": {"tool": "quadruple", "arguments": {"n": 3}}});
    let outcome = registry.call(ToolCall::new("ask", outer).id("c1")).await;
    assert_eq!(outcome.text(), "12");
    let expected = [
        ["double", "c1:1:1:1", "c1"],
        ["double", "c1:1:1:2", "c1"],
        ["quadruple", "c1:1:1", "c1"],
        ["ask", "c1:1", "c1"],
        ["ask", "c1", "c1"],
    ];
    assert_eq!(*calls.lock().unwrap(), expected.map(|ids| ids.map(str::to_owned)));
    let tokens = tokens.lock().unwrap();
    let parents: Vec<_> = tokens.iter().map(|[_, parent]| *parent).collect();
    assert_eq!(parents, [tokens[2][0], tokens[2][0], tokens[3][0], tokens[4][0], None]);
    let contexts: Vec<_> = outcome.contexts().iter().map(|context| context.content.to_text()).collect();
    assert_eq!(contexts, ["half way"], "what a nested call wants told is told with the outer one");
}

// contract: P5, E13
#[tokio::test]
async fn policies_apply_to_nested_calls_alike() {
    let (registry, heard) = asking();
    tell_results(&registry, &heard);
    let denying = registry.guard(|call: &GuardCall| (call.name() == "double").then(|| "not here".to_owned()));
    let outcome = registry.call(ToolCall::new("quadruple", r#"{"n": 3}"#)).await;
    assert_eq!((code(&outcome), outcome.text().as_str()), ("DENIED", "Error: not here"));
    assert_eq!(heard.take(), ["result DENIED"; 2]);
    drop(denying);
    registry
        .on_post_execute(|call: PostCall| {
            let nested = call.is_nested() && call.value().is_some();
            std::future::ready(if nested { Verdict::value(10_u32) } else { Verdict::accept() })
        })
        .keep();
    assert_eq!(registry.call(ToolCall::new("quadruple", r#"{"n": 3}"#)).await.text(), "10", "the value after policy");
    let wrong = json!({"tool": "double", "arguments": {"n": "three"}});
    assert_eq!(code(&registry.call(ToolCall::new("ask", wrong)).await), "INVALID_ARGS");
    let unknown = json!({"tool": "nothing", "arguments": {}});
    assert_eq!(code(&registry.call(ToolCall::new("ask", unknown)).await), "UNKNOWN_TOOL");
}

// contract: E13, R7
#[tokio::test]
async fn a_nested_call_sees_what_its_caller_sees() {
    let (registry, _) = asking();
    let scope = registry.scope("scope").restrict(Deny::of(["double"])).unwrap();
    let call = || ToolCall::new("ask", json!({"tool": "double", "arguments": {"n": 1}}));
    assert_eq!(code(&scope.call(call()).await), "UNKNOWN_TOOL");
    let agent = Agent::builder("s").scope(&scope).build();
    assert_eq!(code(&registry.call(call().agent(&agent)).await), "UNKNOWN_TOOL");
    assert!(registry.call(call()).await.is_ok());
}

// contract: E13
#[tokio::test]
async fn a_nested_value_of_another_type_is_an_error_and_not_a_lie() {
    let registry = Registry::new();
    registry.register(Quadruple).unwrap().keep();
    let other = |value: Value| {
        RawTool::new("double", "Something else.", json!({"type": "object"}), move |_, _| {
            std::future::ready(Ok(value.clone()))
        })
    };
    let tool = registry.register_raw(other(json!("two"))).unwrap();
    let outcome = registry.call(ToolCall::new("quadruple", r#"{"n": 3}"#)).await;
    assert_eq!(code(&outcome), "INVALID_TOOL_OUTPUT");
    drop(tool);
    registry.register_raw(other(json!(5))).unwrap().keep();
    assert_eq!(registry.call(ToolCall::new("quadruple", r#"{"n": 3}"#)).await.text(), "5", "a tree is read");
}

// contract: E13, E4
#[tokio::test]
async fn a_tool_that_calls_itself_for_ever_is_a_failed_call() {
    /// Call this again.
    #[tool]
    async fn again(cx: &ToolContext) -> ToolResult<u32> {
        let outcome = cx.call_tool(ToolCall::new("again", "")).await;
        match outcome.error() {
            Some(failure) => Err(ToolError::new(failure.code().clone(), failure.message())),
            None => Ok(1),
        }
    }
    let registry = Registry::new();
    registry.register(Again).unwrap().keep();
    let outcome = registry.call(ToolCall::new("again", "")).await;
    assert_eq!(outcome.text(), "Error: calls within calls, more than 64 deep");
}

// contract: E13, E9
#[tokio::test]
async fn a_cancel_of_the_outer_call_reaches_the_nested_one_and_is_told_as_what_it_is() {
    /// Wait for a cancel, and go on as if nothing had happened.
    #[tool]
    async fn wait(cx: &ToolContext) -> ToolResult<u32> {
        cx.signal().cancelled().await;
        Ok(*cx.call::<Double>(DoubleArgs::new(1)).await?)
    }
    for governed in [false, true] {
        let (registry, heard) = asking();
        registry.register(Wait).unwrap().keep();
        if governed {
            tell_results(&registry, &heard);
        }
        let call = ToolCall::new("ask", json!({"tool": "wait", "arguments": {}}));
        let signal = call.signal().clone();
        let (outcome, ()) = tokio::join!(registry.call(call), async { signal.cancel() });
        assert_eq!(code(&outcome), "ABORTED", "the body ran, whatever was not started within it");
        let expected = ["result ABORTED_BEFORE_DISPATCH", "result ABORTED", "result ABORTED"];
        assert_eq!(heard.take(), expected[if governed { 0 } else { 3 }..]);
    }
}

// contract: E13
#[tokio::test]
async fn a_turn_is_concluded_by_a_success_alone() {
    /// Conclude.
    #[tool]
    fn conclude(
        /// Whether it works.
        works: bool,
        cx: &ToolContext,
    ) -> ToolResult<bool> {
        cx.conclude_turn();
        if works { Ok(true) } else { Err("it does not") }?;
        Ok(true)
    }
    for governed in [false, true] {
        let (registry, heard) = asking();
        registry.register(Conclude).unwrap().keep();
        if governed {
            tell_results(&registry, &heard);
        }
        let concludes = async |name: &'static str, arguments: Value| {
            let outcome = registry.call(ToolCall::new(name, arguments)).await;
            assert_eq!(outcome.to_json().get("concludesTurn").is_some(), outcome.concludes_turn());
            outcome.concludes_turn()
        };
        assert!(concludes("conclude", json!({"works": true})).await);
        assert!(!concludes("conclude", json!({"works": false})).await);
        let nested = json!({"tool": "conclude", "arguments": {"works": true}});
        assert!(!concludes("ask", nested).await, "the mark of a nested call is not passed on");
    }
}

// contract: E13
#[tokio::test]
async fn contexts_come_with_failures_too_and_progress_rises() {
    /// Say much.
    #[tool]
    async fn tell(cx: &ToolContext) -> ToolResult<bool> {
        for step in [1.0, 3.0, 2.0, 3.0, 4.0] {
            cx.progress(step, Some(4.0), format!("step {step}"));
        }
        cx.defer_context("first");
        cx.defer_context("second");
        Err(ToolError::new("HALF_DONE", "half of it"))
    }
    for governed in [false, true] {
        let (registry, heard) = asking();
        registry.register(Tell).unwrap().keep();
        if governed {
            tell_results(&registry, &heard);
        }
        let done: Arc<Mutex<Vec<f64>>> = Arc::default();
        let kept = done.clone();
        let call = ToolCall::new("tell", "").id("c1");
        let hear = move |progress: Progress| kept.lock().unwrap().push(progress.done);
        let outcome = registry.call(call.on_progress(hear)).await;
        assert_eq!(code(&outcome), "HALF_DONE");
        let contexts = outcome.to_json()["contexts"].clone();
        assert_eq!(contexts[0]["source"], json!({"kind": "tool", "callId": "c1"}));
        assert_eq!(
            (&contexts[0]["content"][0]["text"], &contexts[1]["content"][0]["text"]),
            (&json!("first"), &json!("second"))
        );
        let done = done.lock().unwrap();
        assert!(done.is_sorted_by(|a, b| a < b) && done.last() == Some(&4.0), "{done:?}");
    }
}
