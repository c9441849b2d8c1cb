use tool_sdk::prelude::*;

/// Give the text back.
#[tool]
fn echo(text: String, rest: ...) -> String { // error
    text
}

fn main() {}
