use tool_sdk::prelude::*;

#[derive(ToolValue)]
enum Output { // error
    Text(String),
    Nothing,
}

fn main() {}
