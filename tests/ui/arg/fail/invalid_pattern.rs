use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = "(")] // error
    a: String,
    #[arg(pattern = "[z-a]")] // error
    b: String,
}

fn main() {}
