use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = "1")] // error
    a: u32,
    #[arg(min_length = -1)] // error
    b: String,
    #[arg(non_empty = true)] // error
    c: String,
    #[arg(pattern = 5)] // error
    d: String,
    #[arg(max)] // error
    e: u32,
    #[arg(examples = "a")] // error
    f: String,
}

fn main() {}
