use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(untagged, tag = "kind")] // error
enum Limit {
    Lines { count: u32 },
}

fn main() {}
