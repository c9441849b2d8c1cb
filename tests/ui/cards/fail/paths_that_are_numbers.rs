use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(
    result = search(paths = lines, total = total), // error
)]
struct Found {
    lines: Vec<u32>,
    total: u64,
}

fn main() {}

// contract: U7
