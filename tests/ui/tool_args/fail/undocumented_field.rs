use tool_sdk::prelude::*;

#[derive(ToolArgs)]
#[tool(deny(undocumented))]
struct Args {
    /// The file.
    path: String,
    limit: u32, // error
}

fn main() {}
