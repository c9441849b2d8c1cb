use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Range {
    from: u32,
    to: u32,
}

#[derive(ToolArgs)]
struct Args {
    from: String,
    #[arg(flatten)]
    range: Range, // error
}

fn main() {}
