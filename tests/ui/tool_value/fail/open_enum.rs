use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(tag = "kind", open)] // error
enum Output {
    Done { code: i32 },
}

fn main() {}
