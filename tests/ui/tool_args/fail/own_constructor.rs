use tool_sdk::prelude::*;

#[derive(ToolArgs)] // error
struct Args {
    path: String,
}

impl Args {
    fn new(path: &str) -> Self {
        Self { path: path.to_owned() }
    }
}

fn main() {}
