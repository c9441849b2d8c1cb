use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(minn = 1)] // error
    limit: u32,
}

fn main() {}
