use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(tag = "kind", result = terminal(output = text))] // error
enum Output {
    Background { job: String },
    Foreground { text: String },
}

fn main() {}
