//! `toolbox schema [TOOL]`.

use serde_json::Value;
use tool_sdk::ToolSchema;
use tool_sdk::prelude::*;

use crate::{Exit, print};

/// Shows the parameter schema of one tool, or what a model is offered of all.
pub(crate) fn run(registry: &Registry, tool: Option<&str>) -> Exit {
    let schemas = registry.schemas();
    let Some(name) = tool else {
        let all: Value = schemas.iter().map(ToolSchema::to_json).collect();
        return print::answer(&format!("{all:#}"), Exit::Success);
    };
    match schemas.iter().find(|tool| tool.name() == name) {
        Some(tool) => print::answer(&format!("{:#}", tool.parameters()), Exit::Success),
        None => {
            let known: Vec<&str> = schemas.iter().map(ToolSchema::name).collect();
            print::failure(&format_args!("there is no tool `{name}`; there is {}", known.join(", ")), Exit::Usage)
        }
    }
}
