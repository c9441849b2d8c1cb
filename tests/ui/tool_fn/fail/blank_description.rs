use tool_sdk::prelude::*;

#[tool(description = " ")] // error
fn echo(text: String) -> String {
    text
}

fn main() {}
