use tool_sdk::prelude::*;

fn in_words(number: &u64) -> String {
    format!("about {number}")
}

/// Count words.
#[tool(render_with = in_words)] // error
fn count(text: String) -> u32 {
    text.split(' ').count() as u32
}

fn main() {}
