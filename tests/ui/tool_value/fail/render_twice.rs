use tool_sdk::prelude::*;

fn show(edited: &Edited) -> String {
    edited.path.clone()
}

#[derive(ToolValue)]
#[tool(render = "Edit {path}", render_with = show)] // error
struct Edited {
    path: String,
}

fn main() {}
