use tool_sdk::prelude::*;

/// Give the text back.
#[tool]
unsafe fn echo(text: String) -> String { // error
    text
}

fn main() {}
