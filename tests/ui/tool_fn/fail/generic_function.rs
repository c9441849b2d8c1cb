use tool_sdk::prelude::*;

/// Give the value back.
#[tool]
fn echo<T: ToolValue>(value: T) -> T { // error
    value
}

fn main() {}
