use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1, exclusive_min = 0)] // error
    limit: u32,
}

fn main() {}
