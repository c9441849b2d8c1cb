use tool_sdk::prelude::*;

/// Give the text back.
#[tool(effect = reads)] // error
fn echo(text: String) -> String {
    text
}

fn main() {}
