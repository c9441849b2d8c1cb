use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args(String); // error

fn main() {}
