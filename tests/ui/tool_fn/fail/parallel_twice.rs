use tool_sdk::prelude::*;

fn is_short(args: &EchoArgs) -> bool {
    args.text.len() < 10
}

/// Give the text back.
#[tool(parallel, parallel_if = is_short)] // error
fn echo(text: String) -> String {
    text
}

fn main() {}
