use tool_sdk::prelude::*;

fn is_short(args: &OtherArgs) -> bool {
    args.text.len() < 10
}

/// Give the text back.
#[tool(parallel_if = is_short)] // error
fn echo(text: String) -> String {
    text
}

/// Give another text back.
#[tool]
fn other(text: String) -> String {
    text
}

fn main() {}
