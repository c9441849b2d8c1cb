use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(default = "ten")] // error
    limit: u32,
}

fn main() {}
