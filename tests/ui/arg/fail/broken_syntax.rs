use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1 max = 3)] // error
    limit: u32,
}

fn main() {}
