use tool_sdk::prelude::*;

#[derive(ToolValue)]
struct Found {
    line: Nullable<Option<u32>>, // error
    column: Option<Option<u32>>, // error
}

fn main() {}
