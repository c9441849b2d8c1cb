use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Extra {
    known: String,
    #[arg(rest)] // error
    more: JsonMap,
}

fn main() {}
