use tool_sdk::prelude::*;

/// Add two numbers.
#[tool]
fn add(
    (a, b): (u32, u32), // error
) -> u32 {
    a + b
}

fn main() {}
