use tool_sdk::prelude::*;

/// Give the text back.
#[tool(efect = read)] // error
fn echo(text: String) -> String {
    text
}

fn main() {}
