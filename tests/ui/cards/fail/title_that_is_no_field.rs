use tool_sdk::prelude::*;

#[derive(ToolArgs)]
#[tool(
    call = terminal(title = comand), // error
)]
struct EditArgs {
    /// The command.
    command: String,
}

fn main() {}

// contract: U7
