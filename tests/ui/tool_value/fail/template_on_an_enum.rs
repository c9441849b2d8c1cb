use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(tag = "kind", render = "job {id}")] // error
enum Output {
    Background { id: String },
}

fn main() {}
