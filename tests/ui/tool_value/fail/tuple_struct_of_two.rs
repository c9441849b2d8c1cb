use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Pair(u32, String); // error

fn main() {}
