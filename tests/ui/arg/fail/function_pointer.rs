use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    action: fn() -> u32, // error
}

fn main() {}
