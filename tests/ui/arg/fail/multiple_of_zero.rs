use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(multiple_of = 0)] // error
    limit: u32,
}

fn main() {}
