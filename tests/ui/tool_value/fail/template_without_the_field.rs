use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(render = "Edit {pth}")] // error
struct Edited {
    path: String,
}

#[derive(ToolValue)]
#[tool(tag = "kind")]
enum Output {
    #[tool(render = "job {id}")] // error
    Background { job: String },
}

fn main() {}
