use std::borrow::Cow;

use tool_sdk::prelude::*;

/// Count bytes.
#[tool]
fn count(
    text: Cow<'_, str>, // error
) -> usize {
    text.len()
}

fn main() {}
