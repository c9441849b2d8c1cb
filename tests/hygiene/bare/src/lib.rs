//! The SDK is the only dependency: no serde, no tokio, nothing that an expansion could lean on.

use tool_sdk::prelude::*;

/// How matches are reported.
#[derive(ToolValue)]
#[tool(rename_all = "snake_case")]
pub enum Mode {
    /// Lines.
    Content,
    /// Names.
    Files,
}

/// What to look for.
#[derive(ToolArgs)]
pub struct SearchArgs {
    /// The pattern.
    #[arg(non_empty)]
    pub pattern: String,
    #[arg(default = Mode::Content)]
    pub mode: Mode,
    #[arg(min = 1, default = 100)]
    pub limit: u32,
    #[arg(rest)]
    pub more: JsonMap,
}

/// What was found.
#[derive(ToolValue)]
#[tool(tag = "kind")]
pub enum Found {
    Lines { lines: Vec<String> },
    Nothing,
}

pub struct Search;

/// Search files.
#[tool(effect = read, timeout = "5s")]
impl Search {
    async fn execute(&self, args: SearchArgs, cx: &ToolContext) -> ToolResult<Found> {
        cx.check_cancelled()?;
        Ok(if args.limit > 1 { Found::Lines { lines: vec![args.pattern] } } else { Found::Nothing })
    }
}

/// Add two numbers.
#[tool]
pub fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Both tools.
pub fn register(registry: &Registry) -> Result<(), RegisterError> {
    registry.register_all(tools![Search, Add])?.keep();
    Ok(())
}
