use tool_sdk::prelude::*;

#[derive(ToolArgs)]
#[tool(
    call = generic(title = "Edit {pth}"), // error
)]
struct EditArgs {
    /// The file.
    path: String,
    /// The first line.
    line: Option<u32>,
    /// What stands there.
    old: String,
    /// What is to stand there.
    new: String,
}

fn main() {}

// contract: U7
