use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(flatten)]
    limit: u32, // error
}

fn main() {}
