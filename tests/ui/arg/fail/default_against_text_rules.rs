use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(non_empty, default = "")] // error
    a: String,
    #[arg(max_length = 3, default = "long")] // error
    b: String,
    #[arg(pattern = "^[a-z]+$", default = "A1")] // error
    c: String,
}

fn main() {}
