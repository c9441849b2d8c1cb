use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Place {
    x: u32,
}

#[derive(ToolArgs)]
#[tool(
    call = generic(title = "Move {to}"), // error
)]
struct EditArgs {
    /// Where to.
    to: Place,
}

fn main() {}

// contract: U7
