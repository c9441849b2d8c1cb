use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(max = 10, examples = [1, 11])] // error
    limit: u32,
}

fn main() {}
