use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Stream {
    text: String,
    bytes: u64,
}

#[derive(ToolValue)]
#[tool(
    result = terminal(output = stdout), // error
)]
struct Found {
    stdout: Stream,
}

fn main() {}

// contract: U7
