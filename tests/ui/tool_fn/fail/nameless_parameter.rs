use tool_sdk::prelude::*;

/// Do nothing.
#[tool]
fn nothing(
    _: u32, // error
) {
}

fn main() {}
