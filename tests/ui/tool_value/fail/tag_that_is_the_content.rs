use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(tag = "kind", content = "kind")] // error
enum Limit {
    Lines(u32),
}

fn main() {}
