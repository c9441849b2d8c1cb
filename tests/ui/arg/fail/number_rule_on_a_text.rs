use tool_sdk::prelude::*;

type Name = String;

#[derive(ToolArgs)]
struct Args {
    #[arg(min = 1)] // error
    a: String,
    #[arg(multiple_of = 2)] // error
    b: Option<Name>,
}

fn main() {}
