use tool_sdk::prelude::*;

/// Give the text back.
#[tool(blocking)] // error
async fn echo(text: String) -> String {
    text
}

fn main() {}
