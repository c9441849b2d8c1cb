use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(colour = "red")] // error
    name: String,
}

fn main() {}
