//! Rules that every shipped tool keeps.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use tool_fs::{LocalDisk, Overlay, Workspace};
use tool_sdk::json::{canonical_text, check_value};
use tool_sdk::prelude::*;
use tool_sdk::schema::Schema;
use tool_sdk::{Effect, ToolSet, check_name};

/// Every tool that the workspace ships, with a call that goes well; a new one is added here.
///
/// What writes does so on a disk in memory.
pub(crate) fn shipped() -> Vec<(ToolSet, Value)> {
    let here = || Workspace::new(env!("CARGO_MANIFEST_DIR")).on(Arc::new(Overlay::new(LocalDisk)));
    vec![
        (tools![tool_fs::Read::new(here())], json!({"file_path": "Cargo.toml", "limit": 2})),
        (tools![tool_fs::ReadImage::new(here())], json!({"file_path": "it/support/pixel.gif"})),
        (tools![tool_fs::Write::new(here())], json!({"file_path": "in memory.txt", "content": "text\n"})),
        (
            tools![tool_fs::Edit::new(here())],
            json!({"file_path": "Cargo.toml", "old_string": "[package]", "new_string": "[packages]"}),
        ),
        (tools![tool_fs::Glob::new(here())], json!({"pattern": "*.toml"})),
        (tools![tool_fs::Grep::new(here())], json!({"pattern": "^name", "include": "Cargo.toml"})),
        (
            tools![tool_bash::Bash::new(env!("CARGO_MANIFEST_DIR"))],
            json!({"command": "ls; exit 3", "description": "List the folder"}),
        ),
    ]
}

/// Their names.
pub(crate) fn names() -> BTreeSet<String> {
    let sets = shipped();
    let tools = sets.iter().flat_map(|(tools, _)| tools.definitions());
    tools.map(|tool| tool.name().to_owned()).collect()
}

/// The property schemas of an object schema, with their names.
fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flatten()
}

// contract: R6, S3, E11
#[test]
fn it_is_named_described_and_says_what_it_does() {
    for (tools, _) in shipped() {
        for tool in tools.definitions() {
            let name = tool.name();
            assert!(check_name(name).is_ok(), "{name}");
            assert!(
                tool.description().ends_with(['.', ')']) && tool.description().len() > 20,
                "{name}: {}",
                tool.description()
            );
            assert!(tool.effect().is_some(), "{name} does not say what it does to the world");
            assert!(!tool.is_idempotent() || tool.effect() != Some(Effect::Destructive), "{name}");
        }
    }
}

// contract: S3, S4, S12
#[test]
fn its_parameters_are_documented_and_its_root_is_plain() {
    for (tools, _) in shipped() {
        for tool in tools.definitions() {
            let (name, parameters) = (tool.name(), tool.parameters());
            assert_eq!(parameters["type"], "object", "{name}");
            for key in ["$schema", "$ref", "oneOf", "anyOf", "allOf", "additionalProperties"] {
                assert!(parameters.get(key).is_none(), "{name}: {key}");
            }
            for (key, property) in properties(&parameters) {
                let description = property["description"].as_str().unwrap_or_default();
                assert!(description.ends_with('.') && description.len() > 10, "{name}.{key}: {description:?}");
            }
            let required = parameters["required"].as_array().cloned().unwrap_or_default();
            for (key, property) in properties(&parameters) {
                assert!(property.get("default").is_none() || !required.contains(&json!(key)), "{name}.{key}");
            }
        }
    }
}

// contract: S9
#[test]
fn what_it_gives_is_documented() {
    for (tools, _) in shipped() {
        for tool in tools.definitions() {
            let output = tool.output().to_json();
            for (key, property) in properties(&output) {
                let said = property.get("description").or(output.get("description")).and_then(Value::as_str);
                assert!(said.is_some_and(|said| !said.is_empty()), "{}.{key}", tool.name());
            }
        }
    }
}

// contract: E7, J1, S1
#[test]
fn its_value_fits_its_schema_and_is_lossless() {
    for (tools, arguments) in shipped() {
        let name = tools.definitions()[0].name().to_owned();
        let registry = Registry::new();
        registry.register_all(tools).expect("a shipped tool registers").keep();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let outcome = runtime.block_on(registry.call(ToolCall::new(name.as_str(), arguments)));
        let value = outcome.value().unwrap_or_else(|| panic!("{name}: {}", outcome.text()));
        let definition = registry.definition(&name).expect("it is registered");
        let tree = value.to_json();
        let violations = definition.output().validate(&tree);
        assert!(violations.is_empty(), "{name}: {violations}");
        let judge = jsonschema::options()
            .should_validate_formats(true)
            .build(&definition.output().to_json())
            .expect("a schema");
        assert!(judge.is_valid(&tree), "{name}: {tree}");
        assert!(check_value(&tree).is_ok());
        assert_eq!(canonical_text(&tool_sdk::json::parse(&value.to_text()).expect("JSON")), canonical_text(&tree));
        assert!(!outcome.text().is_empty() && !outcome.text().starts_with("Error"), "{name}");
        let schema =
            Schema::parse(&definition.output().to_json()).expect("an output schema lies in the enforced subset");
        assert!(schema.validate(&tree).is_empty());
    }
}

// contract: S5, E4, E5
#[test]
fn bad_arguments_are_refused_by_name_and_the_schema_says_what_was_meant() {
    for (tools, arguments) in shipped() {
        let name = tools.definitions()[0].name().to_owned();
        let parameters = tools.definitions()[0].parameters();
        let registry = Registry::new();
        registry.register_all(tools).expect("a shipped tool registers").keep();
        for (key, _) in properties(&parameters) {
            let mut bad = arguments.clone();
            bad[key] = json!({"not": ["it"]});
            let outcome = tool_sdk::testing::block_on(registry.call(ToolCall::new(name.as_str(), bad)));
            let error = outcome.error().unwrap_or_else(|| panic!("{name}.{key} takes anything"));
            assert_eq!(error.code(), &"INVALID_ARGS");
            assert_eq!(error.paths(), [key.as_str()], "{}", error.message());
            assert!(error.message().contains("expected") && error.message().contains("found"), "{}", error.message());
        }
    }
}
