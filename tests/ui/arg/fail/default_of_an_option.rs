use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(default = 1)] // error
    limit: Option<u32>,
}

fn main() {}
