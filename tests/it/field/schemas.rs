//! Schemas that providers refuse: none of ours has a form of them, however deep.

use std::collections::HashMap;

use serde_json::{Value, json};
use tool_sdk::prelude::*;
use tool_sdk::schema::Schema;
use tool_sdk::{NoArgs, RawTool};

use super::{call, value};

/// Every object and boolean that stands where a schema stands, with its place.
fn sub_schemas<'s>(schema: &'s Value, place: &str, out: &mut Vec<(String, &'s Value)>) {
    out.push((place.to_owned(), schema));
    let Value::Object(keywords) = schema else { return };
    for (key, part) in keywords {
        let place = format!("{place}/{key}");
        match (key.as_str(), part) {
            ("properties" | "$defs", Value::Object(parts)) => {
                parts.iter().for_each(|(name, part)| sub_schemas(part, &format!("{place}/{name}"), out));
            }
            ("oneOf" | "allOf" | "anyOf", Value::Array(parts)) => {
                parts.iter().for_each(|part| sub_schemas(part, &place, out));
            }
            ("items", part) | ("additionalProperties", part @ Value::Object(_)) => sub_schemas(part, &place, out),
            _ => {}
        }
    }
}

fn all_of(schema: &Value) -> Vec<(String, &Value)> {
    let mut all = Vec::new();
    sub_schemas(schema, "", &mut all);
    all
}

/// Numbers of every size.
#[derive(ToolArgs)]
struct Sizes {
    page: u32,
    total: usize,
    big: u64,
    small: u8,
    ratio: f32,
    nested: Vec<u16>,
    deep: Option<HashMap<String, Vec<Option<u64>>>>,
    signed: Option<[i64; 2]>,
    tree: Option<Tree>,
    wait: Option<Wait>,
}

/// A tree of numbers.
#[derive(ToolValue)]
struct Tree {
    size: usize,
    below: Vec<Tree>,
}

#[derive(ToolValue)]
struct Wait {
    #[arg(unit = "ms")]
    time: std::time::Duration,
    double: f64,
}

// field: F070
// contract: S12
#[test]
fn no_number_carries_a_format_of_nobodys_standard() {
    for schema in [Schema::parameters::<Sizes>(), Schema::of::<Sizes>(), Schema::of::<Tree>()] {
        let schema = schema.to_json();
        for (place, node) in all_of(&schema) {
            assert!(node.get("format").is_none(), "{place}: {node}");
        }
    }
    let schema = Schema::parameters::<Sizes>().to_json();
    for key in ["page", "total", "big"] {
        assert_eq!(schema["properties"][key], json!({"type": "integer", "minimum": 0}), "{key}");
    }
    assert_eq!(schema["properties"]["small"], json!({"type": "integer", "minimum": 0, "maximum": 255}));
    assert_eq!(schema["properties"]["nested"]["items"], json!({"type": "integer", "minimum": 0, "maximum": 65535}));
    assert_eq!(schema["properties"]["ratio"], json!({"type": "number"}));
    assert_eq!(schema["properties"]["signed"]["items"], json!({"type": "integer"}));
}

#[derive(ToolValue)]
#[tool(tag = "op")]
enum Operation {
    Add { n: i32 },
    Clear,
}

#[derive(ToolValue)]
#[tool(untagged)]
enum Lines {
    One(u32),
    Range { from: u32, to: u32 },
}

#[derive(ToolValue)]
struct Paging {
    page: Option<u8>,
}

/// Do something.
#[derive(ToolArgs)]
struct Act {
    op: Operation,
    lines: Option<Lines>,
    #[arg(flatten)]
    paging: Paging,
}

/// Do it again.
#[derive(ToolArgs)]
struct Again {
    times: Option<u8>,
    then: Option<Box<Again>>,
}

// field: F071
// contract: S3
#[test]
fn the_root_of_parameters_is_a_plain_open_object() {
    for schema in [
        Schema::parameters::<Act>(),
        Schema::parameters::<Again>(),
        Schema::parameters::<Sizes>(),
        Schema::parameters::<NoArgs>(),
    ] {
        let schema = schema.to_json();
        assert_eq!(schema["type"], "object");
        assert!(schema["properties"].is_object(), "{schema}");
        for key in ["anyOf", "oneOf", "allOf", "not", "enum", "const", "$ref", "$schema", "additionalProperties"] {
            assert!(schema.get(key).is_none(), "{key}: {schema}");
        }
    }
    for op in [json!({"op": "Add", "n": 1}), json!({"op": "Clear"})] {
        let arguments = json!({"op": op, "lines": {"from": 1, "to": 2}, "page": 3});
        assert_eq!(value(&call(Acting, arguments.clone())), arguments.to_string());
    }
}

struct Acting;

impl Tool for Acting {
    type Args = Act;
    type Return = Act;
    const SPEC: tool_sdk::ToolSpec = tool_sdk::ToolSpec::new("act", "Do something.");

    async fn execute(&self, args: Act, _: &ToolContext) -> Act {
        args
    }
}

// field: F071
// contract: S13
#[test]
fn a_raw_root_with_a_combinator_is_refused_where_we_validate_and_kept_where_we_do_not() {
    let roots = [
        json!({"oneOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}]}),
        json!({"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}),
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"enum": ["a"]}),
    ];
    for root in roots {
        let tool = || RawTool::new("act", "Do something.", root.clone(), |args, _| async move { Ok(args) });
        let registry = Registry::new();
        let error = registry.register_raw(tool().validated()).expect_err("a root that is no plain object").to_string();
        assert!(error.contains("`act`") && error.contains("parameters"), "{error}");
        registry.register_raw(tool()).expect("it validates by itself").keep();
        assert_eq!(*registry.schemas()[0].parameters(), root);
    }
}

/// How.
#[derive(ToolValue)]
enum Plain {
    Fast,
    Slow,
}

/// How.
#[derive(ToolValue)]
enum Documented {
    /// quick
    Fast,
    /// careful
    Slow,
}

#[derive(ToolValue)]
#[tool(tag = "t", content = "c")]
enum Adjacent {
    /// nothing
    Nothing,
    /// a number
    Number(u8),
    Mode(Documented),
}

#[derive(ToolArgs)]
struct Modes {
    /// The mode.
    plain: Plain,
    /// The mode.
    documented: Documented,
    many: Vec<Documented>,
    adjacent: Option<Adjacent>,
}

// field: F074
// contract: S11
#[test]
fn words_are_one_enum_whatever_is_said_of_them() {
    let schema = Schema::parameters::<Modes>().to_json();
    let properties = &schema["properties"];
    assert_eq!(properties["plain"], json!({"type": "string", "enum": ["Fast", "Slow"], "description": "The mode."}));
    assert_eq!(properties["documented"]["enum"], json!(["Fast", "Slow"]));
    assert_eq!(properties["documented"]["type"], "string");
    let description = properties["documented"]["description"].as_str().expect("a description");
    assert!(
        description.starts_with("The mode.") && description.contains("quick") && description.contains("careful"),
        "{description}"
    );
    for (place, node) in all_of(&schema) {
        if node.get("enum").is_some() {
            assert!(node.get("oneOf").is_none() && node["type"] == "string", "{place}: {node}");
        }
    }
    let words =
        all_of(&schema).into_iter().filter(|(_, node)| node.get("enum") == Some(&json!(["Fast", "Slow"]))).count();
    assert_eq!(words, 4);
}

/// Say nothing.
#[tool]
fn nothing() {}

#[derive(ToolArgs)]
struct NoFields {}

struct Bare;

#[tool]
/// Take nothing.
impl Bare {
    fn execute(&self, _args: NoFields) -> bool {
        true
    }
}

// field: F076
// contract: S3, S9
#[test]
fn a_tool_without_parameters_has_properties_all_the_same() {
    let registry = Registry::new();
    registry.register(Nothing).expect("it registers").keep();
    registry.register(Bare).expect("it registers").keep();
    for schema in registry.schemas().iter() {
        assert_eq!(schema.parameters_text(), r#"{"type":"object","properties":{}}"#, "{}", schema.name());
    }
    for arguments in ["", "{}", "null", r#"{"x":1}"#] {
        assert_eq!(value(&call(Nothing, arguments)), "null");
        assert_eq!(value(&call(Bare, arguments)), "true");
    }
    assert_eq!(Schema::of::<()>().to_text(), r#"{"type":"null"}"#);
}

/// Anything.
#[derive(ToolArgs)]
struct Anything {
    any: Value,
    many: Vec<Value>,
    map: HashMap<String, Value>,
    /// doc
    d: Value,
    deep: Option<Vec<HashMap<String, Vec<Value>>>>,
    object: Option<JsonMap>,
    wrapped: Option<Wrapped>,
}

#[derive(ToolValue)]
struct Wrapped(Value);

// field: F077
// contract: S12
#[test]
fn any_json_is_an_object_schema_and_never_true() {
    for schema in
        [Schema::parameters::<Anything>(), Schema::of::<Anything>(), Schema::of::<Value>(), Schema::of::<Vec<Value>>()]
    {
        let schema = schema.to_json();
        for (place, node) in all_of(&schema) {
            assert!(node.is_object(), "{place}: {node}");
            assert!(node["type"] != "array" || node.get("items").is_some(), "{place}: {node}");
        }
    }
    let schema = Schema::parameters::<Anything>().to_json();
    assert_eq!(schema["properties"]["any"], json!({}));
    assert_eq!(schema["properties"]["many"], json!({"type": "array", "items": {}}));
    assert_eq!(schema["properties"]["map"], json!({"type": "object", "additionalProperties": true}));
    assert_eq!(schema["properties"]["d"], json!({"description": "doc"}));
}
