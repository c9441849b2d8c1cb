use tool_sdk::prelude::*;

fn ordered(args: &Args) -> bool {
    args.low <= args.high
}

#[derive(ToolArgs)]
#[tool(check = ordered)] // error
struct Args {
    low: u32,
    high: u32,
}

fn main() {}
