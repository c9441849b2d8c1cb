use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(
    result = terminal(output = output, exit_code = output), // error
)]
struct Found {
    paths: Vec<String>,
    total: u64,
    output: String,
    more: bool,
    files: Vec<tool_sdk::present::FileMatches>,
}

fn main() {}

// contract: U7
