use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(default = 10)] // error
    name: String,
}

fn main() {}
