use tool_sdk::prelude::*;

/// Give the text back.
#[tool(timeout = "0s")] // error
fn echo(text: String) -> String {
    text
}

fn main() {}
