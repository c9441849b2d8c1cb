use tool_sdk::prelude::*;

/// Say hello.
#[tool]
fn greet() -> impl Into<String> { // error
    "hello"
}

fn main() {}
