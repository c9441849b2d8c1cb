//! Types that contain themselves, and references that lead somewhere else: everything ends.

use std::collections::HashMap;

use serde_json::{Value, json};
use tool_sdk::RawTool;
use tool_sdk::prelude::*;
use tool_sdk::schema::Schema;

use super::{call, refused, value};
use crate::support::judge::validator;

/// A node.
#[derive(ToolValue)]
struct Node {
    v: i32,
    kids: Vec<Node>,
}

/// JSON of a small kind.
#[derive(ToolValue)]
#[tool(untagged)]
enum J {
    S(String),
    L(Vec<J>),
    O(HashMap<String, J>),
}

/// Walk a tree.
#[tool]
fn walk(
    /// The tree.
    tree: Node,
    /// Anything small.
    j: Option<J>,
) -> Node {
    let _ = j;
    tree
}

fn nodes(depth: usize, last: &Value) -> Value {
    (1..depth).fold(json!({"v": last, "kids": []}), |kid, i| json!({"v": i, "kids": [kid]}))
}

// field: F079
// contract: S10, S5
#[test]
fn a_type_that_contains_itself_is_a_definition_and_nothing_else_is() {
    let schema = Schema::of::<Node>();
    assert_eq!(
        schema.to_text(),
        r##"{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["v","kids"],"additionalProperties":false,"description":"A node.","$defs":{"Node":{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["v","kids"],"additionalProperties":false,"description":"A node."}}}"##
    );
    let registry = Registry::new();
    registry.register(Walk).expect("it registers").keep();
    let schema = registry.schemas()[0].parameters().clone();
    let names: Vec<_> = schema["$defs"].as_object().expect("definitions").keys().collect();
    assert_eq!(names, ["Node", "J"]);
    assert_eq!(schema["properties"]["tree"], json!({"$ref": "#/$defs/Node"}));
    // The description of a field that is a reference is not lost.
    assert!(schema.to_string().contains("The tree."), "{schema}");
}

// field: F079
// contract: S5
#[test]
fn a_deep_node_is_validated_to_its_last_leaf() {
    let tree = nodes(50, &json!(0));
    assert_eq!(value(&call(Walk, json!({"tree": tree}))), tree.to_string());
    let outcome = call(Walk, json!({"tree": nodes(50, &json!("x"))}));
    let path = format!("tree{}.v", ".kids[0]".repeat(49));
    refused(&outcome, &[&path], &["an integer", "\"x\""]);
    assert!(call(Walk, json!({"tree": nodes(250, &json!(0))})).is_ok());
    refused(&call(Walk, json!({"tree": nodes(300, &json!(0))})), &[], &["nesting deeper than 512 levels"]);

    let j = json!({"a": [["b", {"c": {}}], "d", []]});
    assert!(call(Walk, json!({"tree": nodes(1, &json!(0)), "j": j})).is_ok());
    let outcome = call(Walk, json!({"tree": nodes(1, &json!(0)), "j": {"a": [["b", {"c": 5}]]}}));
    assert!(!outcome.is_ok() && outcome.text().contains("j"), "{}", outcome.text());
}

fn raw(parameters: Value) -> RawTool {
    RawTool::new("raw", "A raw tool.", parameters, |args, _| async move { Ok(args) })
}

// field: F079
// contract: S13
#[test]
fn references_lead_into_definitions_or_are_refused_where_we_validate() {
    let odd = [
        json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/missing"}}, "$defs": {}}),
        json!({"type": "object", "properties": {"x": {"$ref": "other.json"}}}),
        json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
        json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#/$defs/a"}}}),
        json!({"$ref": "#"}),
        json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/a", "minLength": 3}}, "$defs": {"a": {"type": "string"}}}),
    ];
    for parameters in odd {
        let registry = Registry::new();
        let error =
            registry.register_raw(raw(parameters.clone()).validated()).expect_err(&parameters.to_string()).to_string();
        assert!(error.contains("$ref") || error.contains("minLength"), "{parameters}\n{error}");
        registry.register_raw(raw(parameters.clone())).expect("it validates by itself").keep();
        assert_eq!(*registry.schemas()[0].parameters(), parameters);
    }
}

// field: F079
// contract: S13
#[test]
fn a_reference_to_a_sibling_is_followed_and_its_items_stay() {
    let parameters = json!({
        "type": "object",
        "properties": {"h": {"type": "string", "minLength": 2}, "x": {"type": "array", "items": {"$ref": "#/properties/h"}}}
    });
    let registry = Registry::new();
    registry.register_raw(raw(parameters).validated()).expect("it can be resolved").keep();
    let judge = validator(registry.schemas()[0].parameters());
    for (args, said) in [(json!({"x": ["ab"]}), true), (json!({"x": ["a"]}), false), (json!({"x": ["ab", 1]}), false)] {
        assert_eq!(judge.is_valid(&args), said, "{args}");
        let outcome = tool_sdk::testing::block_on(registry.call(ToolCall::new("raw", args.clone())));
        assert_eq!(outcome.is_ok(), said, "{}", outcome.text());
        assert!(said || outcome.text().contains("x["), "{}", outcome.text());
    }
}

// field: F079
// contract: S10, S13
#[test]
fn mutual_references_through_properties_are_followed_as_deep_as_the_value_goes() {
    let parameters = json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/a"}},
        "required": ["a"],
        "$defs": {
            "a": {"type": "object", "properties": {"b": {"$ref": "#/$defs/b"}}, "additionalProperties": false},
            "b": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "additionalProperties": false}
        }
    });
    let registry = Registry::new();
    registry.register_raw(raw(parameters).validated()).expect("the enforced subset").keep();
    let call = |args: Value| tool_sdk::testing::block_on(registry.call(ToolCall::new("raw", args)));
    let deep = |last: Value| {
        (0..100).fold(last, |inner, i| if i % 2 == 0 { json!({"a": inner}) } else { json!({"b": inner}) })
    };
    let outcome = call(json!({"a": deep(json!({}))}));
    assert!(outcome.is_ok(), "{}", outcome.text());
    let outcome = call(json!({"a": deep(json!({"a": {"a": {}}}))}));
    assert!(outcome.error().is_some_and(|error| *error.code() == "INVALID_ARGS"), "{}", outcome.text());
}
