use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(format = "e-mail")] // error
    a: String,
    #[arg(format = "phone")] // error
    b: String,
}

fn main() {}
