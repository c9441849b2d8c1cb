//! An enum without data is a string; variants can be renamed and described.

use tool_sdk::prelude::*;
use tool_sdk::testing;

/// How matches are reported.
#[derive(ToolValue, Clone, Copy, Debug, PartialEq)]
#[tool(rename_all = "snake_case")]
enum OutputMode {
    /// The lines.
    Content,
    #[tool(rename = "files", description = "The names of files.")]
    FilesWithMatches,
    r#Type,
}

/// Tell the mode.
#[tool]
fn mode(#[arg(default = OutputMode::Content)] mode: OutputMode) -> Vec<OutputMode> {
    vec![mode, OutputMode::Type]
}

fn main() {
    assert!(testing::parameters::<ModeArgs>().contains(r#""enum":["content","files","type"]"#));
    let value =
        |arguments: &str| testing::block_on(testing::call(Mode, arguments)).value().map(|value| value.to_json());
    assert_eq!(value("{}"), Some(serde_json::json!(["content", "type"])));
    assert_eq!(value(r#"{"mode": "files"}"#), Some(serde_json::json!(["files", "type"])));
    assert_eq!(value(r#"{"mode": "Files"}"#), None);
}
