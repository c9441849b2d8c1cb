use tool_sdk::prelude::*;

/// Double a number.
#[tool]
fn double(
    number: u128, // error
) {
    drop(number);
}

fn main() {}
