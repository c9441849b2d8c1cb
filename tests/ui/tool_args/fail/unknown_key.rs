use tool_sdk::prelude::*;

#[derive(ToolArgs)]
#[tool(renameall = "camelCase")] // error
struct Args {
    file_path: String,
}

fn main() {}
