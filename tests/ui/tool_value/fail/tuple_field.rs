use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Found {
    at: (u32, String), // error
}

fn main() {}
