use tool_sdk::prelude::*;

struct Line {
    text: String,
}

#[derive(ToolValue)]
struct File {
    lines: Vec<Line>, // error
}

fn main() {}
