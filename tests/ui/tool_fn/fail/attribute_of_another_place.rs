use tool_sdk::prelude::*;

/// Give the text back.
#[tool]
fn echo(
    #[tool(rename = "message")] text: String, // error
) -> String {
    text
}

fn main() {}
