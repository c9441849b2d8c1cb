use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(tag = "kind")] // error
struct Output {
    code: i32,
}

fn main() {}
