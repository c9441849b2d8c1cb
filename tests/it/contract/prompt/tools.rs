use std::time::Duration;

use serde_json::{Value, json};
use tool_sdk::json::parse;
use tool_sdk::prelude::*;
use tool_sdk::prompt::{Prompt, PromptBuilder, PromptError, UNLISTED, Variables};
use tool_sdk::{Allow, Deny, Effect, RawTool, Scope, ToolSchema};

/// A tool with everything that a host may know of it and a model may not.
fn raw(name: &'static str) -> RawTool {
    RawTool::new(name, format!("Run \"{name}\"."), json!({"type": "object", "properties": {}}), |args, _| async {
        Ok(args)
    })
    .output(json!({"type": "string", "description": "secret of the output"}))
    .effect(Effect::Destructive)
    .timeout(Duration::from_secs(7))
}

fn with_tools(names: &[&'static str]) -> Registry {
    let registry = Registry::new();
    for name in names {
        registry.register_raw(raw(name)).expect("the tool registers").keep();
    }
    registry
}

fn names(prompt: &Prompt) -> Vec<&str> {
    prompt.tools().iter().map(ToolSchema::name).collect()
}

fn ordered(scope: &Scope, order: &[&str]) -> Result<Vec<String>, PromptError> {
    let builder = PromptBuilder::new().tool_order(order.iter().copied())?;
    let prompt = builder.assemble(scope, &Variables::new())?;
    Ok(names(&prompt).into_iter().map(str::to_owned).collect())
}

// contract: R2
#[test]
fn a_tool_that_registers_is_in_the_next_prompt_and_one_that_goes_is_not() {
    let (registry, builder, variables) = (with_tools(&["b"]), PromptBuilder::new(), Variables::new());
    assert_eq!(names(&builder.assemble(&registry, &variables).unwrap()), ["b"]);
    let guard = registry.register_raw(raw("a")).unwrap();
    assert_eq!(names(&builder.assemble(&registry, &variables).unwrap()), ["a", "b"]);
    assert_eq!(registry.schemas().len(), 2);
    guard.dispose();
    assert_eq!(names(&builder.assemble(&registry, &variables).unwrap()), ["b"]);
}

// contract: R2, R7
#[test]
fn a_scope_offers_what_it_sees() {
    let registry = with_tools(&["a", "b"]);
    let scope = registry.scope("one").restrict(Deny::of(["a"])).unwrap();
    scope.register_raw(raw("own")).unwrap().keep();
    let builder = PromptBuilder::new();
    assert_eq!(names(&builder.assemble(&scope, &Variables::new()).unwrap()), ["b", "own"]);
    assert_eq!(names(&builder.assemble(&registry, &Variables::new()).unwrap()), ["a", "b"]);
}

// contract: R3
#[test]
fn only_names_descriptions_and_parameters_reach_a_model() {
    let registry = with_tools(&["b", "a"]);
    let prompt = PromptBuilder::new().assemble(&registry, &Variables::new()).unwrap();
    let parameters = r#"{"type":"object","properties":{}}"#;
    let tool = |name: &str| format!(r#"{{"name":"{name}","description":"Run \"{name}\".","parameters":{parameters}}}"#);
    assert_eq!(prompt.tools_text(), format!("[{},{}]", tool("a"), tool("b")));
    let tree: Value = prompt.tools().iter().map(ToolSchema::to_json).collect();
    assert_eq!(parse(prompt.tools_text()).expect("JSON"), tree);
    let shown = format!("{:?}{}", prompt.tools(), prompt.tools_text());
    assert!(!shown.contains("secret") && !shown.contains("estructive"), "{shown}");
    let none = PromptBuilder::new().assemble(&Registry::new(), &Variables::new()).unwrap();
    assert_eq!(none.tools_text(), "[]");
}

// contract: R3
#[test]
fn the_same_tools_give_the_same_bytes_however_they_came() {
    let bytes = |names: &[&'static str]| {
        let registry = with_tools(names);
        PromptBuilder::new().assemble(&registry, &Variables::new()).unwrap().tools_text().to_owned()
    };
    let expected = bytes(&["a", "b", "c"]);
    for names in [["a", "c", "b"], ["b", "a", "c"], ["b", "c", "a"], ["c", "a", "b"], ["c", "b", "a"]] {
        assert_eq!(bytes(&names), expected);
    }
}

// contract: R3
#[test]
fn without_an_order_names_ascend_by_their_bytes() {
    let registry = with_tools(&["read", "Zoom", "read_image", "read-only", "_a", "9"]);
    assert_eq!(ordered(&registry, &[UNLISTED]).unwrap(), ["9", "Zoom", "_a", "read", "read-only", "read_image"]);
    let default = PromptBuilder::new().assemble(&registry, &Variables::new()).unwrap();
    assert_eq!(names(&default), ["9", "Zoom", "_a", "read", "read-only", "read_image"]);
}

// contract: R3
#[test]
fn an_order_is_kept_and_the_others_stand_at_the_marker() {
    let registry = with_tools(&["a", "b", "c", "d", "e"]);
    for (order, expected) in [
        (&["d", UNLISTED, "b"][..], ["d", "a", "c", "e", "b"]),
        (&[UNLISTED, "c"], ["a", "b", "d", "e", "c"]),
        (&["e", "a", UNLISTED], ["e", "a", "b", "c", "d"]),
        (&["e", "d", "c", "b", "a", UNLISTED], ["e", "d", "c", "b", "a"]),
    ] {
        assert_eq!(ordered(&registry, order).unwrap(), expected, "{order:?}");
    }
}

#[test]
fn an_order_of_the_wrong_shape_is_refused_at_once() {
    let refused = |order: &[&str]| PromptBuilder::new().tool_order(order.iter().copied()).unwrap_err();
    for (order, name, times) in [
        (&["a"][..], UNLISTED, 0),
        (&[], UNLISTED, 0),
        (&[UNLISTED, "a", UNLISTED], UNLISTED, 2),
        (&["a", UNLISTED, "a", "a"], "a", 3),
    ] {
        let error = refused(order);
        assert_eq!(error, PromptError::ToolOrder { name: name.to_owned(), times });
        assert!(error.to_string().contains(&format!("`{name}`")), "{error}");
    }
}

// contract: R7
#[test]
fn an_order_may_name_what_is_hidden_but_not_what_nobody_knows() {
    let registry = with_tools(&["a", "b", "c"]);
    let outer = registry.scope("outer").restrict(Allow::of(["a", "b"])).unwrap();
    let inner = outer.scope("inner").restrict(Deny::of(["a"])).unwrap();
    inner.register_raw(raw("c")).unwrap().keep();
    let order = ["c", "b", UNLISTED, "a"];
    assert_eq!(ordered(&registry, &order).unwrap(), ["c", "b", "a"]);
    assert_eq!(ordered(&outer, &order).unwrap(), ["b", "a"]);
    assert_eq!(ordered(&inner, &order).unwrap(), ["c", "b"]);

    let error = ordered(&inner, &["gone", UNLISTED, "b", "lost"]).unwrap_err();
    let known = ["a", "b", "c"].map(str::to_owned).to_vec();
    let names = vec!["gone".to_owned(), "lost".to_owned()];
    assert_eq!(error, PromptError::UnknownTools { names, known });
    assert!(error.to_string().ends_with("gone, lost; it has: a, b, c"), "{error}");
    let error = ordered(&Registry::new(), &["gone", UNLISTED]).unwrap_err();
    assert!(error.to_string().ends_with("it has: (none)"), "{error}");
}

// contract: J4
#[test]
fn deep_parameters_are_offered() {
    let deep = (0..500).fold(json!({}), |inner, _| json!({ "not": inner }));
    let registry = Registry::new();
    registry.register_raw(RawTool::new("deep", "Go.", deep, |args, _| async { Ok(args) })).unwrap().keep();
    let prompt = PromptBuilder::new().assemble(&registry, &Variables::new()).unwrap();
    assert_eq!(prompt.tools_text().matches("not").count(), 500);
}
