use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1, default = 0)] // error
    limit: u32,
}

fn main() {}
