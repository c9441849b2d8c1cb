use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(call = generic(title = "Edited {path}"))] // error
struct Edited {
    path: String,
}

fn main() {}
