use tool_sdk::prelude::*;

#[tool]
fn echo(text: String) -> String { // error
    text
}

fn main() {}
