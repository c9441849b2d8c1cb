use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    path: &'static str, // error
}

fn main() {}
