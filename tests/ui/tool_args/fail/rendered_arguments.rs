use tool_sdk::prelude::*;

#[derive(ToolArgs)]
#[tool(render = "{path}")] // error
struct Args {
    path: String,
}

fn main() {}
