use tool_sdk::prelude::*;

/// Split a number.
#[tool]
fn split(number: u32) -> (u32, u32) { // error
    (number / 10, number % 10)
}

fn main() {}
