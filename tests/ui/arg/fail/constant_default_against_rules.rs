use tool_sdk::prelude::*;

const NONE: u32 = 0;
const NAME: &str = "a long name";

type Count = u32;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1, default = NONE)] // error
    a: u32,
    #[arg(max = 10, default = NONE + 11)] // error
    b: Count,
    #[arg(max_length = 5, default = NAME)] // error
    c: String,
}

fn main() {}
