use tool_sdk::prelude::*;

/// Give the text back.
#[tool(name = "say", idempotent, name = "tell")] // error
fn echo(text: String) -> String {
    text
}

fn main() {}
