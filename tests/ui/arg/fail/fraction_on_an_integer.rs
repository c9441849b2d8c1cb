use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 0.5)] // error
    limit: u32,
}

fn main() {}
