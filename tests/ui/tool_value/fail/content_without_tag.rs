use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(content = "value")] // error
enum Limit {
    Lines(u32),
}

fn main() {}
