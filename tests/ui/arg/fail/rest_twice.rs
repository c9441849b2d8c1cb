use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(rest)]
    more: JsonMap,
    #[arg(rest)] // error
    most: JsonMap,
}

fn main() {}
