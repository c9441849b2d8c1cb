use tool_sdk::prelude::*;

#[derive(ToolArgs)]
#[tool(
    call = diff(title = "x", diffs = [path: lines]), // error
)]
struct EditArgs {
    /// The file.
    path: String,
    /// Its lines.
    lines: Vec<String>,
}

fn main() {}

// contract: U7
