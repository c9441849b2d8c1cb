use tool_sdk::prelude::*;

/// Give the text back.
#[tool]
extern "C" fn echo(text: String) -> String { // error
    text
}

fn main() {}
