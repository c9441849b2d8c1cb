use tool_sdk::prelude::*;

/// Add two numbers.
#[tool]
fn add(
    both: (u32, u32), // error
) -> u32 {
    both.0 + both.1
}

/// Count pairs.
#[tool]
fn pairs(
    all: Option<Vec<(u32, String)>>, // error
) -> usize {
    all.map_or(0, |all| all.len())
}

fn main() {}
