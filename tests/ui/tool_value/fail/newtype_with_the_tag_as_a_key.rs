use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Job {
    kind: String,
}

#[derive(ToolValue)]
#[tool(tag = "kind")]
enum Output {
    Background(Job), // error
}

fn main() {}
