use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(open)]
struct Extra {
    known: String,
    #[arg(rest)]
    more: Vec<String>, // error
}

fn main() {}
