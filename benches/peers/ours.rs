//! Our tool, called through the whole pipeline of a registry of many tools.

use serde_json::json;
use tool_sdk::json::Encoder;
use tool_sdk::prelude::*;
use tool_sdk::{CallId, RawTool};

/// What the tool gives.
#[derive(ToolValue)]
#[tool(render_with = compact)]
struct Grabbed {
    path: String,
    lines: u32,
}

/// The text that the peers give. Left alone it would be the same JSON with line breaks.
fn compact(value: &Grabbed) -> String {
    let mut out = Encoder::compact();
    value.encode(&mut out);
    out.finish()
}

/// Grab lines of a file.
#[tool]
async fn grab(
    /// Path of the file.
    path: String,
    /// Line to begin with.
    offset: Option<u32>,
    /// How many lines.
    limit: u32,
) -> ToolResult<Grabbed> {
    Ok(Grabbed { path, lines: crate::lines(offset, limit) })
}

pub struct Side {
    registry: Registry,
    id: CallId,
}

impl Side {
    pub fn new() -> Self {
        let registry = Registry::new();
        for n in 1..crate::TOOLS {
            let other = RawTool::new(format!("other_{n}"), "Another tool.", json!({"type": "object"}), |_, _| async {
                Ok(json!(null))
            });
            registry.register_raw(other).expect("the names differ").keep();
        }
        registry.register(Grab).expect("the names differ").keep();
        Self { registry, id: CallId::from("call_0123456789") }
    }

    pub fn outcome(&self, text: &str) -> Outcome {
        crate::at_once(self.registry.call(ToolCall::new("grab", text).id(self.id.clone())))
    }

    pub fn call(&self, text: &str) -> String {
        self.outcome(text).text()
    }
}
