use tool_sdk::prelude::*;

fn show(path: &String) -> String {
    path.clone()
}

#[derive(ToolValue)]
#[tool(render_with = show)] // error
struct Edited {
    path: String,
}

fn main() {}
