use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    größe: u32, // error
    #[arg(rename = "file path")] // error
    path: String,
}

fn main() {}
