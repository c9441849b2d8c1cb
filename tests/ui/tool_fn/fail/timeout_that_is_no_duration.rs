use tool_sdk::prelude::*;

/// Give the text back.
#[tool(timeout = "soon")] // error
fn echo(text: String) -> String {
    text
}

/// Give the text back.
#[tool(timeout = 30)] // error
fn again(text: String) -> String {
    text
}

fn main() {}
