use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(untagged)]
enum Target {
    File { path: String, line: Option<u32> },
    Folder { path: String, depth: Option<u32> }, // error
}

fn main() {}
