use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(min_items = 1)] // error
    a: String,
    #[arg(unique_items)] // error
    b: std::collections::BTreeMap<String, u32>,
}

fn main() {}
