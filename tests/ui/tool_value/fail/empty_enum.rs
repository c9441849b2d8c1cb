use tool_sdk::prelude::*;

#[derive(ToolValue)]
enum Never {} // error

fn main() {}
