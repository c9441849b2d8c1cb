use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1, pattern = "a")] // error
    name: String,
    #[arg(max = 1.5, not_blank)] // error error
    count: u8,
}

fn main() {}
