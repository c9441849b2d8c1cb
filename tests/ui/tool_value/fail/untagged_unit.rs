use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(untagged)]
enum Limit {
    Lines(u32),
    Nothing, // error
}

fn main() {}
