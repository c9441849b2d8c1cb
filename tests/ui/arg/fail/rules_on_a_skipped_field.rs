use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(skip, min = 1)] // error
    a: u32,
    #[arg(skip, rename = "c")] // error
    b: u32,
}

fn main() {}
