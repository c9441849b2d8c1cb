use tool_sdk::prelude::*;

#[derive(ToolValue)]
enum Mode {
    Fast,
    Slow,
}

#[derive(ToolArgs)]
struct Args {
    #[arg(default)] // error
    mode: Mode,
}

fn main() {}
