use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 5, max = 3)] // error
    a: u32,
    #[arg(exclusive_min = 1.0, exclusive_max = 1.0)] // error
    b: f64,
    #[arg(min_length = 5, max_length = 3)] // error
    c: String,
    #[arg(min_items = 5, max_items = 3)] // error
    d: Vec<u32>,
}

fn main() {}
