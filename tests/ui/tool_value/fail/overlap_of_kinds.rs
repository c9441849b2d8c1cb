use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(untagged)]
enum Id {
    Number(u32),
    Name(String),
    Float(f64), // error
}

fn main() {}
