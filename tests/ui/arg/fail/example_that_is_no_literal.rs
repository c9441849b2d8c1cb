use tool_sdk::prelude::*;

const FIVE: u32 = 5;

#[derive(ToolArgs)]
struct Args {
    #[arg(examples = [FIVE])] // error
    limit: u32,
}

fn main() {}
