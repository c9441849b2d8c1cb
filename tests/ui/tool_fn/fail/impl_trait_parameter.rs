use tool_sdk::prelude::*;

/// Show something.
#[tool]
fn show(
    text: impl ToString, // error
) -> String {
    text.to_string()
}

fn main() {}
