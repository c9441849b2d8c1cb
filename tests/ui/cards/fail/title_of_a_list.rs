use tool_sdk::prelude::*;

#[derive(ToolArgs)]
#[tool(
    call = terminal(title = words), // error
)]
struct EditArgs {
    /// The words of the command.
    words: Vec<String>,
}

fn main() {}

// contract: U7
