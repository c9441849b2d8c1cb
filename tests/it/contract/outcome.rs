use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::{Block, CallToken, Image};

use super::{call, registry};

/// Two numbers.
#[derive(ToolValue, Debug, PartialEq)]
#[tool(rename_all = "camelCase")]
struct Sum {
    first_part: i64,
    in_all: i64,
}

/// Add.
#[tool]
fn add(
    /// One.
    a: i64,
    /// Another.
    b: i64,
) -> ToolResult<Sum> {
    let in_all = a.checked_add(b).ok_or("the sum is too large")?;
    Ok(Sum { first_part: a, in_all })
}

// contract: E4
#[tokio::test]
async fn an_outcome_has_the_shape_of_the_wire() {
    let outcome = call(Add, r#"{"a": 1, "b": "2", "c": 3}"#).await;
    let wire = json!({
        "ok": true, "callId": "c1", "name": "add", "value": {"firstPart": 1, "inAll": 3},
        "content": [
            {"type": "text", "text": "{\n  \"firstPart\": 1,\n  \"inAll\": 3\n}"},
            {"type": "text", "text": "Ignored unknown arguments: c."},
        ],
        "repairs": [{"path": "b", "kind": "number-from-string", "from": "\"2\"", "to": "2"}],
        "ignored": [{"path": "c"}],
    });
    assert_eq!(tool_sdk::json::to_text(&outcome.to_json()), tool_sdk::json::to_text(&wire));

    let outcome = call(Add, r#"{"a": 1}"#).await;
    let wire = json!({
        "ok": false, "callId": "c1", "name": "add",
        "error": {"code": "INVALID_ARGS", "message": "invalid arguments: b: missing, expected an integer", "paths": ["b"]},
        "content": [{"type": "text", "text": "Error: invalid arguments: b: missing, expected an integer"}],
    });
    assert_eq!(tool_sdk::json::to_text(&outcome.to_json()), tool_sdk::json::to_text(&wire));

    let outcome = call(Add, json!({"a": i64::MAX, "b": 1})).await;
    assert_eq!(outcome.to_json()["error"], json!({"code": "FAILED", "message": "the sum is too large"}));
}

// contract: E7, J2
#[tokio::test]
async fn a_value_stays_typed_until_somebody_asks() {
    let outcome = call(Add, json!({"a": 9_007_199_254_740_993_i64, "b": 0})).await;
    let value = outcome.value().unwrap();
    assert_eq!(value.downcast_ref(), Some(&Sum { first_part: 9_007_199_254_740_993, in_all: 9_007_199_254_740_993 }));
    assert_eq!(value.downcast_ref::<String>(), None);
    assert_eq!(value.to_text(), r#"{"firstPart":9007199254740993,"inAll":9007199254740993}"#);
    assert_eq!(value.to_json()["inAll"], json!(9_007_199_254_740_993_i64));
}

// contract: E5, E15
#[tokio::test]
async fn an_unknown_tool_is_answered() {
    let registry = registry(Add);
    let outcome = registry.call(ToolCall::new("ad", "{").id("c9")).await;
    assert_eq!(outcome.to_json()["callId"], json!("c9"));
    assert_eq!(outcome.text(), r#"Error: unknown tool "ad", did you mean `add`?"#);
    let outcome = registry.call(ToolCall::new("entirely\nother", "")).await;
    assert_eq!(outcome.text(), r#"Error: unknown tool "entirely\nother""#);
    let outcome = Registry::new().call(ToolCall::new("add", "")).await;
    assert_eq!(outcome.text(), r#"Error: unknown tool "add", there are no tools"#);
}

// contract: E1
#[tokio::test]
async fn a_call_knows_itself() {
    /// Say who calls.
    #[tool]
    fn who(cx: &ToolContext) -> ToolResult<Vec<String>> {
        assert_eq!(cx.token(), cx.token());
        let parent = cx.parent().map_or("none", |_: CallToken| "some");
        Ok(vec![cx.call_id().to_string(), cx.root_call_id().to_string(), parent.to_owned()])
    }
    let registry = registry(Who);
    let ids = async |call: ToolCall<'static>| {
        registry.call(call).await.value().unwrap().downcast_ref::<Vec<String>>().cloned().unwrap()
    };
    assert_eq!(ids(ToolCall::new("who", "").id("c1")).await, ["c1", "c1", "none"]);
    assert_eq!(ids(ToolCall::new("who", "").id("c1:1").root("c1")).await, ["c1:1", "c1", "none"]);
    let (first, second) = (ids(ToolCall::new("who", "")).await, ids(ToolCall::new("who", "")).await);
    assert_ne!(first[0], second[0], "a call without an id gets one of its own");
}

#[tokio::test]
async fn images_are_blocks() {
    struct Look;
    /// Look.
    #[tool]
    impl Look {
        fn execute(&self) -> u8 {
            1
        }
        fn render(_: &tool_sdk::NoArgs, _: &u8) -> Vec<Block> {
            vec![Block::Text("a dot".to_owned()), Block::Image(Image::new("image/png", "AA=="))]
        }
    }
    let outcome = call(Look, "").await;
    assert_eq!(outcome.content().to_json()[1], json!({"type": "image", "mimeType": "image/png", "data": "AA=="}));
    assert_eq!(outcome.text(), "a dot");
}

/// Fail half-way.
#[tool]
fn half_way() -> ToolResult<u32> {
    let error = ToolError::new("HALF_WAY", "stopped half-way").at("a");
    Err(error.with_content("Error: stopped half-way, after:\n1").with_meta(&Sum { first_part: 1, in_all: 2 }))
}

/// Fail with meta that no JSON holds.
#[tool]
fn lossy() -> ToolResult<u32> {
    Err(ToolError::new("LOSSY", "no number").with_meta(&f64::NAN))
}

/// Fail as what is called fails.
#[tool]
async fn outer(cx: &ToolContext) -> ToolResult<u32> {
    let inner = cx.call_tool(ToolCall::new("half_way", "{}")).await;
    assert_eq!(inner.meta(), None, "meta is for the calls of a model");
    Ok(*cx.call::<HalfWay>(HalfWayArgs::new()).await?)
}

// contract: E4, E12, X3
#[tokio::test]
async fn a_failure_may_bring_content_and_meta() {
    let whole = json!({
        "ok": false, "callId": "c1", "name": "half_way",
        "error": {"code": "HALF_WAY", "message": "stopped half-way", "paths": ["a"]},
        "content": [{"type": "text", "text": "Error: stopped half-way, after:\n1"}],
        "meta": {"firstPart": 1, "inAll": 2},
    });
    assert_eq!(call(HalfWay, "{}").await.to_json(), whole);

    let registry = Registry::new();
    registry.register_all(tools![HalfWay, Outer]).expect("the tools register").keep();
    let call = async |name: &'static str| registry.call(ToolCall::new(name, "{}").id("c1")).await;
    let outer = call("outer").await;
    assert_eq!((outer.text().as_str(), outer.meta()), ("Error: stopped half-way, after:\n1", None));

    // The same through every stage; what a policy puts in the place of the failure has neither.
    registry.on_result(|_: &tool_sdk::CallInfo, _: &Outcome| {}).keep();
    assert_eq!(call("half_way").await.to_json(), whole);
    assert_eq!(call("outer").await.text(), outer.text());
    registry.on_post_execute(|_: tool_sdk::PostCall| async { tool_sdk::Verdict::block("no") }).keep();
    let blocked = call("half_way").await;
    assert_eq!((blocked.text().as_str(), blocked.meta()), ("no", None));
}

// contract: J1
#[tokio::test]
async fn lossy_meta_of_a_failure_is_left_out() {
    let outcome = call(Lossy, "{}").await;
    assert_eq!((outcome.text().as_str(), outcome.meta()), ("Error: no number", None));
}
