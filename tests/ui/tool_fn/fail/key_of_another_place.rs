use tool_sdk::prelude::*;

/// Give the text back.
#[tool(rename_all = "camelCase")] // error
fn echo(
    text: String,
    #[arg(idempotent)] times: u32, // error
) -> String {
    text.repeat(times as usize)
}

fn main() {}
