use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(skip, flatten)] // error
    more: JsonMap,
}

fn main() {}
