use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(unit = "ms")]
    wait: u32, // error
}

fn main() {}
