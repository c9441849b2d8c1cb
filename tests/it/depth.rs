//! 200,000 levels of nesting, wherever somebody can bring them: an error each time, and the process lives (contract J4).
//!
//! The tests run on threads with the small stack that Rust gives them, so a recursion over such a value would end the process.

use serde_json::{Map, Value, json};
use tool_sdk::RawTool;
use tool_sdk::json::{JsonErrorKind, Limits, check_value, dispose, parse, parse_with};
use tool_sdk::prelude::*;
use tool_sdk::schema::Schema;
use tool_sdk::testing::block_on;

const LEVELS: usize = 200_000;

/// Nested lists.
fn lists(levels: usize) -> Value {
    (0..levels).fold(Value::Null, |inner, _| Value::Array(vec![inner]))
}

/// Nested objects.
fn objects(levels: usize, key: &str) -> Value {
    (0..levels).fold(json!({}), |inner, _| Value::Object(Map::from_iter([(key.to_owned(), inner)])))
}

/// Say it again.
#[tool]
fn echo(
    /// Anything.
    v: Value,
) -> Value {
    v
}

/// Make a deep value.
#[tool]
fn make(
    /// Objects, or lists?
    objects: bool,
) -> Value {
    if objects { self::objects(LEVELS, "a") } else { lists(LEVELS) }
}

/// A list of itself.
#[derive(ToolValue)]
struct Link {
    next: Option<Box<Link>>,
}

/// Give a list of 600 links.
#[tool]
fn chain() -> Link {
    (0..600).fold(Link { next: None }, |link, _| Link { next: Some(Box::new(link)) })
}

fn registry() -> Registry {
    let registry = Registry::new();
    registry.register_all(tools![Echo, Make, Chain]).expect("they register").keep();
    registry
}

#[track_caller]
fn failed(registry: &Registry, call: ToolCall<'_>, code: &str) {
    let outcome = block_on(registry.call(call));
    let error = outcome.error().unwrap_or_else(|| panic!("it went well"));
    assert_eq!(error.code(), code, "{}", outcome.text());
    assert!(outcome.text().contains("nesting deeper than 512 levels"), "{}", outcome.text());
    assert_eq!(block_on(registry.call(ToolCall::new("echo", r#"{"v":1}"#))).text(), "1");
}

// contract: J4
#[test]
fn deep_arguments_are_refused_as_text_and_as_a_tree() {
    let registry = registry();
    for text in [
        "[".repeat(LEVELS),
        r#"{"v":"#.repeat(LEVELS),
        format!(r#"{{"v":{}{}}}"#, "[".repeat(LEVELS), "]".repeat(LEVELS)),
    ] {
        failed(&registry, ToolCall::new("echo", text), "INVALID_ARGS");
    }
    for tree in [lists(LEVELS), objects(LEVELS, "v"), objects(LEVELS, "undeclared")] {
        failed(&registry, ToolCall::new("echo", tree), "INVALID_ARGS");
    }
}

// contract: J1, J3, J4
#[test]
fn a_negative_zero_does_not_hide_what_is_worse() {
    let registry = registry();
    for members in [["v", "n"], ["n", "v"]] {
        let part = |key| if key == "v" { lists(600) } else { json!(-0.0) };
        failed(&registry, ToolCall::new("echo", json_map(members.map(|key| (key, part(key))))), "INVALID_ARGS");
    }
    let outcome = block_on(registry.call(ToolCall::new("echo", json!({"v": [-0.0]}))));
    assert_eq!(outcome.text(), "[\n  0.0\n]");
}

// contract: J4
#[test]
fn deep_arguments_of_an_unknown_tool_and_of_a_call_never_made_end_quietly() {
    let outcome = block_on(registry().call(ToolCall::new("nobody", lists(LEVELS))));
    assert_eq!(outcome.error().map(|error| error.code().as_str()), Some("UNKNOWN_TOOL"));
    drop(ToolCall::new("echo", lists(LEVELS)));
    drop(registry().call(ToolCall::new("echo", lists(LEVELS))));
}

// contract: J4, E6
#[test]
fn a_deep_value_is_one_failed_call() {
    let registry = registry();
    for objects in [true, false] {
        failed(&registry, ToolCall::new("make", json!({"objects": objects})), "INVALID_TOOL_OUTPUT");
    }
    failed(&registry, ToolCall::new("chain", "{}"), "INVALID_TOOL_OUTPUT");
    let raw = RawTool::new("raw", "Make a deep value.", json!({"type": "object"}), |_, _| async { Ok(lists(LEVELS)) });
    registry.register_raw(raw).expect("it registers").keep();
    failed(&registry, ToolCall::new("raw", "{}"), "INVALID_TOOL_OUTPUT");
}

// contract: J4, S10, S13
#[test]
fn a_deep_schema_does_not_register() {
    let nested = |step: fn(Value) -> Value| (0..LEVELS).fold(json!({"type": "string"}), |inner, _| step(inner));
    let shapes: [fn(Value) -> Value; 4] = [
        |inner| json_map([("type", json!("array")), ("items", inner)]),
        |inner| json_map([("type", json!("object")), ("properties", json_map([("a", inner)]))]),
        |inner| json_map([("oneOf", Value::Array(vec![inner]))]),
        |inner| json_map([("type", json!("object")), ("additionalProperties", inner)]),
    ];
    for shape in shapes {
        let registry = Registry::new();
        let tool = |parameters, output| {
            RawTool::new("raw", "A raw tool.", parameters, |args, _| async move { Ok(args) }).output(output)
        };
        let validated = tool(nested(shape), json!({})).validated();
        assert!(registry.register_raw(validated).is_err_and(|error| error.to_string().len() < 10_000));
        assert!(registry.register_raw(tool(json!({}), nested(shape))).is_err());
        let schema = nested(shape);
        assert!(Schema::parse(&schema).is_err());
        dispose(schema);
    }
    let default = json_map([("type", json!("object")), ("default", lists(LEVELS))]);
    assert!(Schema::parse(&default).is_err());
    dispose(default);
}

/// `json!` clones what is put into it by its serialiser, which recurses.
fn json_map<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

// contract: J4
#[test]
fn the_reader_stops_at_the_limit_that_it_is_given() {
    let text = "[".repeat(LEVELS);
    assert_eq!(*parse(&text).expect_err("too deep").kind(), JsonErrorKind::TooDeep(512));
    let closed = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(parse(&closed(512)).is_ok() && parse(&closed(513)).is_err());
    let limits = |depth, bytes| Limits { depth, bytes };
    assert!(parse_with(&closed(9), limits(8, None)).is_err() && parse_with(&closed(8), limits(8, None)).is_ok());
    assert_eq!(*parse_with("[1,2]", limits(8, Some(4))).expect_err("too long").kind(), JsonErrorKind::TooLong(4));
    let wide = parse_with(&closed(LEVELS), limits(LEVELS, None)).expect("a host may allow it");
    assert!(check_value(&wide).is_err());
    dispose(wide);
}

// contract: J4
#[test]
fn a_host_sets_the_limits_of_what_comes_from_outside() {
    let mut options = tool_sdk::RegistryOptions::default();
    options.limits = Limits { depth: 3, bytes: Some(40) };
    let registry = Registry::with_options(options);
    registry.register(Echo).expect("it registers").keep();
    let call = |text: &str| block_on(registry.call(ToolCall::new("echo", text.to_owned())));
    assert!(call(r#"{"v":[[1]]}"#).is_ok());
    let outcome = call(r#"{"v":[[[1]]]}"#);
    assert!(outcome.text().contains("nesting deeper than 3 levels"), "{}", outcome.text());
    let outcome = call(&format!(r#"{{"v":"{}"}}"#, "a".repeat(40)));
    assert!(outcome.text().contains("more than 40 bytes"), "{}", outcome.text());
}
