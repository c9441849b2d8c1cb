use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = "a")] // error
    a: u32,
    #[arg(min_length = 1)] // error
    b: Vec<u32>,
    #[arg(format = "email")] // error
    c: bool,
    #[arg(non_empty)] // error
    d: Option<f64>,
}

fn main() {}
