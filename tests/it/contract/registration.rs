use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::sync::Notify;
use tool_sdk::prelude::*;
use tool_sdk::{RawTool, ToolSet, ToolSpec, check_name};

use super::code;

/// Say one.
#[tool]
fn one() -> u8 {
    1
}

/// Say two.
#[tool]
fn two() -> u8 {
    2
}

mod other {
    use tool_sdk::prelude::*;

    /// Say one, differently.
    #[tool]
    pub(super) fn one() -> String {
        "one".to_owned()
    }
}

fn names(registry: &Registry) -> Vec<String> {
    registry.schemas().iter().map(|schema| schema.name().to_owned()).collect()
}

// contract: R1
#[test]
fn a_guard_takes_back_exactly_what_it_stands_for() {
    let registry = Registry::new();
    let first = registry.register(One).unwrap();
    registry.register(Two).unwrap().keep();
    assert_eq!(names(&registry), ["one", "two"]);
    first.dispose();
    assert_eq!(names(&registry), ["two"]);
    let again = registry.register(One).unwrap();
    assert_eq!(names(&registry), ["two", "one"]);
    drop(again);
    assert_eq!(names(&registry), ["two"]);
    let orphan = registry.register(One).unwrap();
    drop(registry);
    drop(orphan);
}

// contract: R1, R9
#[test]
fn a_set_registers_whole_or_not_at_all() {
    let registry = Registry::new();
    let error = registry.register_all(ToolSet::new().with(One).with(Two).with(other::One)).unwrap_err();
    assert!(matches!(error, RegisterError::DuplicateName { .. }), "{error}");
    assert!(names(&registry).is_empty());
    let both = registry.register_all(tools![One, Two]).unwrap();
    assert_eq!(names(&registry), ["one", "two"]);
    drop(both);
    assert!(names(&registry).is_empty());
    assert_eq!(registry.register_all(ToolSet::new()).unwrap_err(), RegisterError::EmptySet);
}

// contract: R5
#[test]
fn two_tools_of_one_name_are_an_error_that_names_both() {
    let registry = Registry::new();
    let _one = registry.register(One).unwrap();
    let error = registry.register(other::One).unwrap_err().to_string();
    assert!(error.contains("registration::One") && error.contains("registration::other::One"), "{error}");
}

// contract: R4
#[tokio::test]
async fn a_call_in_flight_finishes_on_its_definition() {
    /// Say which this is, in time.
    struct Version(&'static str, Arc<Notify>, Arc<Notify>);
    #[tool(description = "Say which this is, in time.")]
    impl Version {
        async fn execute(&self) -> String {
            self.1.notify_one();
            self.2.notified().await;
            self.0.to_owned()
        }
    }
    let (registry, inside, go) = (Registry::new(), Arc::new(Notify::new()), Arc::new(Notify::new()));
    let old = registry.register(Version("old", inside.clone(), go.clone())).unwrap();
    let running = tokio::spawn({
        let registry = registry.clone();
        async move { registry.call(ToolCall::new("version", "")).await }
    });
    inside.notified().await;
    old.dispose();
    assert_eq!(code(&registry.call(ToolCall::new("version", "")).await), "UNKNOWN_TOOL");
    registry.register(Version("new", inside.clone(), go.clone())).unwrap().keep();
    go.notify_one();
    assert_eq!(running.await.unwrap().text(), "old");
    go.notify_one();
    assert_eq!(registry.call(ToolCall::new("version", "")).await.text(), "new");
}

// contract: R6
#[test]
fn names_are_checked() {
    for name in ["", "my tool", "a.b", "ü", &"a".repeat(65)] {
        assert!(matches!(check_name(name), Err(RegisterError::IllegalName { .. })), "{name}");
    }
    for name in ["a", "read_file", "mcp-x-Y9", &"a".repeat(64)] {
        assert_eq!(check_name(name), Ok(()), "{name}");
    }
    let registry = Registry::new();
    let raw = |name: &'static str| RawTool::new(name, "Run.", json!({"type": "object"}), |args, _| async { Ok(args) });
    assert!(matches!(registry.register_raw(raw("run_code")), Err(RegisterError::ReservedName { .. })));
    assert!(matches!(registry.register_raw(raw("two words")), Err(RegisterError::IllegalName { .. })));
}

// contract: R9
#[test]
fn what_is_missing_is_said_when_registering() {
    struct Db;
    /// Ask the database.
    #[tool]
    fn ask(State(_db): State<Db>, _cx: &ToolContext) -> u8 {
        1
    }
    let registry = Registry::new();
    let error = registry.register(Ask).unwrap_err();
    assert!(matches!(&error, RegisterError::MissingState { tool, .. } if tool == "ask"), "{error}");
    assert!(error.to_string().contains("Db"), "{error}");
    registry.provide(Db).unwrap();
    registry.register(Ask).unwrap().keep();
    assert!(matches!(registry.provide(Db), Err(RegisterError::DuplicateState { .. })));

    let hasty = RawTool::new("hasty", "Run.", json!({}), |args, _| async { Ok(args) }).timeout(Duration::ZERO);
    assert_eq!(registry.register_raw(hasty).unwrap_err(), RegisterError::ZeroTimeout { tool: "hasty".to_owned() });
    let silent = RawTool::new("silent", " ", json!({}), |args, _| async { Ok(args) });
    assert_eq!(registry.register_raw(silent).unwrap_err(), RegisterError::NoDescription { tool: "silent".to_owned() });
}

// contract: S8
#[test]
fn a_default_that_breaks_its_rules_does_not_register() {
    /// A word, as a type of its own.
    #[derive(ToolValue, Clone)]
    struct Word(#[arg(pattern = "^[a-z]+$")] String);
    /// Say it.
    #[tool]
    fn say(
        /// What.
        #[arg(default = Word("LOUD".to_owned()))]
        word: Word,
    ) -> String {
        word.0
    }
    let error = Registry::new().register(Say).unwrap_err().to_string();
    assert!(error.contains("default of `word`") && error.contains("LOUD"), "{error}");
}

// contract: S13
#[tokio::test]
async fn raw_tools_are_validated_when_they_ask_for_it() {
    let parameters = json!({
        "type": "object",
        "properties": {"n": {"type": "integer", "minimum": 1}, "tags": {"type": "array", "items": {"type": "string"}}},
        "required": ["n"],
    });
    let tool = |name: &'static str| {
        RawTool::new(name, "Double.", parameters.clone(), |args, _| async move {
            Ok(json!(args["n"].as_i64().map(|n| n * 2)))
        })
    };
    let registry = Registry::new();
    let output = json!({"type": "integer"});
    registry.register_raw(tool("checked").validated().output(output.clone())).unwrap().keep();
    registry.register_raw(tool("unchecked").output(output)).unwrap().keep();
    let outcome = registry.call(ToolCall::new("checked", r#"{"n": "4", "tags": "[\"a\"]"}"#)).await;
    assert_eq!((outcome.text().as_str(), outcome.repairs().len()), ("8", 2));
    let outcome = registry.call(ToolCall::new("checked", r#"{"n": 0}"#)).await;
    assert_eq!(outcome.text(), "Error: invalid arguments: n: expected at least 1, found 0");
    assert_eq!(registry.call(ToolCall::new("unchecked", r#"{"n": 0}"#)).await.text(), "0");
    let outcome = registry.call(ToolCall::new("unchecked", r#"{"n": "4"}"#)).await;
    assert_eq!(code(&outcome), "INVALID_TOOL_OUTPUT", "output schemas are always enforced");
    assert_eq!(registry.schemas()[1].parameters(), &parameters, "handed on as it is");
}

// contract: S13, S6
#[test]
fn a_raw_schema_outside_the_subset_is_refused_with_every_violation() {
    let parameters = json!({"type": "object", "properties": {"a": {"type": "string", "contentEncoding": "base64"}, "b": {"not": {}}, "c": true}});
    let raw = || RawTool::new("odd", "Odd.", parameters.clone(), |args, _| async { Ok(args) });
    let registry = Registry::new();
    registry.register_raw(raw()).unwrap().dispose();
    let error = registry.register_raw(raw().validated()).unwrap_err();
    let RegisterError::Schema { violations, part, .. } = &error else { panic!("{error}") };
    assert_eq!((*part, violations.len()), ("parameters", 3), "{error}");
    let overlapping = json!({"oneOf": [{"type": "integer"}, {"type": "number"}]});
    let error = registry.register_raw(raw().output(overlapping)).unwrap_err();
    assert!(matches!(error, RegisterError::Schema { part: "output", .. }), "{error}");
    let list = RawTool::new("list", "List.", json!({"type": "array", "items": {}}), |args, _| async { Ok(args) });
    assert!(registry.register_raw(list.validated()).is_err(), "parameters are an object");
}

// contract: R3
#[test]
fn schemas_are_the_same_bytes_each_time_and_nothing_else_leaks() {
    let registry = Registry::new();
    registry.register_all(tools![Two, One]).unwrap().keep();
    let bytes = || registry.schemas().iter().map(|s| tool_sdk::json::to_text(&s.to_json())).collect::<Vec<_>>();
    assert_eq!(bytes(), bytes());
    assert_eq!(bytes()[0], r#"{"name":"two","description":"Say two.","parameters":{"type":"object","properties":{}}}"#);
    assert!(Arc::ptr_eq(&registry.schemas(), &registry.schemas()), "no work when nothing changed");
}

/// A tool by hand.
struct Hand;

impl Tool for Hand {
    type Args = tool_sdk::NoArgs;
    type Return = Result<u8, std::io::Error>;
    const SPEC: ToolSpec = ToolSpec::new("hand", "By hand.").timeout_ms(0);

    async fn execute(&self, _: tool_sdk::NoArgs, _: &ToolContext) -> Result<u8, std::io::Error> {
        Ok(1)
    }
}

// contract: R9
#[test]
fn a_tool_by_hand_is_checked_as_well() {
    assert_eq!(Registry::new().register(Hand).unwrap_err(), RegisterError::ZeroTimeout { tool: "hand".to_owned() });
}
