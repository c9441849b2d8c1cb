use tool_sdk::prelude::*;

/// Give the text back.
#[tool]
fn echo(
    #[cx] text: String, // error
) -> String {
    text
}

fn main() {}
