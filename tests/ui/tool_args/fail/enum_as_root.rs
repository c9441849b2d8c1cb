use tool_sdk::prelude::*;

#[derive(ToolArgs)]
enum Args { // error
    Fast,
    Slow,
}

fn main() {}
