use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    path: FilePath, // error
}

fn main() {}
