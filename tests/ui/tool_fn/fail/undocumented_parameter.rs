use tool_sdk::prelude::*;

/// Give the text back.
#[tool(deny(undocumented))]
fn echo(
    text: String, // error
    /// How often.
    times: u32,
) -> String {
    text.repeat(times as usize)
}

fn main() {}
