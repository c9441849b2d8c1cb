use tool_sdk::prelude::*;

/// Say hello.
#[tool]
fn greet() -> Content { // error
    "hello".into()
}

fn main() {}
