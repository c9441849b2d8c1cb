use std::cell::Cell;

use tool_sdk::prelude::*;

/// Count.
#[tool]
fn count(
    State(count): State<Cell<u32>>, // error
) -> u32 {
    count.get()
}

fn main() {}
