use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(untagged)]
enum Limit {
    #[tool(rename = "lines")] // error
    Lines(u32),
}

fn main() {}
