use tool_sdk::prelude::*;

/// Give the text back.
#[tool(name = "say")]
#[tool(idempotent)] // error
fn echo(text: String) -> String {
    text
}

fn main() {}
