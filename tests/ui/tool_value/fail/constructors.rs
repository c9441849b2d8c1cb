use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(no_new)] // error
struct Output {
    code: i32,
}

fn main() {}
