use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(tag = "kind")]
enum Output {
    Text(String), // error
}

fn main() {}
