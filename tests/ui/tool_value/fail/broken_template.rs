use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(render = "Edit {path")] // error
struct Edited {
    path: String,
}

#[derive(ToolValue)]
#[tool(render = "{count:>3} files")] // error
struct Counted {
    count: u32,
}

fn main() {}
