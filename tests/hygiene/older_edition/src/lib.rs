//! A crate of the edition 2021.

use tool_sdk::prelude::*;

/// How.
#[derive(ToolValue)]
#[tool(tag = "kind")]
pub enum Mode {
    Fast { limit: u32 },
    Slow,
}

/// Search files.
#[tool(parallel)]
pub async fn search(
    #[arg(min = 1, default = 10)] limit: u32,
    mode: Option<Mode>,
    cx: &ToolContext,
    State(names): State<Vec<String>>,
) -> ToolResult<usize> {
    cx.check_cancelled()?;
    let _ = mode;
    Ok(names.len() + limit as usize)
}

pub struct Ping;

/// Answer.
#[tool]
impl Ping {
    async fn execute(&self, cx: &ToolContext) -> String {
        cx.call_id().to_string()
    }

    fn render(_args: &tool_sdk::NoArgs, value: &str) -> String {
        value.to_owned()
    }
}

/// Both tools.
pub fn register(registry: &Registry) -> Result<(), RegisterError> {
    registry.register_all(tools![Search, Ping])?.keep();
    Ok(())
}
