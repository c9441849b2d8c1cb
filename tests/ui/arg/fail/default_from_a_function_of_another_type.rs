use tool_sdk::prelude::*;

fn usual() -> u64 {
    3
}

#[derive(ToolArgs)]
struct Args {
    #[arg(default = usual())] // error
    limit: u32,
}

fn main() {}
