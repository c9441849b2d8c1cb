use tool_sdk::prelude::*;

/// Give the text back.
#[tool(deny(undocumentd))] // error
fn echo(text: String) -> String {
    text
}

fn main() {}
