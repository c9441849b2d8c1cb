use tool_sdk::prelude::*;

#[derive(ToolArgs)]
#[tool(rename_all = "camelcase")] // error
struct Args {
    file_path: String,
}

fn main() {}
