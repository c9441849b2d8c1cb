use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = r"a\sb")] // error
    a: String,
    #[arg(pattern = "(?=a)")] // error
    b: String,
    #[arg(pattern = r"(a)\1")] // error
    c: String,
    #[arg(pattern = r"\p{L}")] // error
    d: String,
    #[arg(pattern = "(?i)a")] // error
    e: String,
}

fn main() {}
