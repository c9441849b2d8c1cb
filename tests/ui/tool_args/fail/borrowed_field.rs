use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args<'a> { // error
    path: &'a str,
}

fn main() {}
