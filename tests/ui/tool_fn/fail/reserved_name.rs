use tool_sdk::prelude::*;

/// Run a program.
#[tool]
fn run_code(text: String) -> String { // error
    text
}

fn main() {}
