use tool_sdk::prelude::*;

#[derive(ToolValue)]
enum Mode {
    #[arg(rename = "fast")] // error
    Fast,
    Slow,
}

fn main() {}
