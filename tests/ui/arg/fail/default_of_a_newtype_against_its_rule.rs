use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Count(u32);

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1, default = 0)] // error
    count: Count,
}

fn main() {}
