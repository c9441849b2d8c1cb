use tool_sdk::prelude::*;

#[derive(ToolArgs)]
#[tool(check = ordered)] // error
struct Args {
    low: u32,
    high: u32,
}

fn main() {}
