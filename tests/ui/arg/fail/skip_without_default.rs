use tool_sdk::prelude::*;

struct Handle;

#[derive(ToolArgs)]
struct Args {
    #[arg(skip)]
    handle: Handle, // error
}

fn main() {}
