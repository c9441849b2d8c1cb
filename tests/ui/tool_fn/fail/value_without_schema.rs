use std::collections::HashMap;

use tool_sdk::prelude::*;

/// Count the bytes.
#[tool]
fn count(text: String) -> HashMap<u8, u32> { // error
    HashMap::from([(0, text.len() as u32)])
}

/// Count the bytes.
#[tool]
async fn later(text: String) -> ToolResult<Vec<u128>> { // error
    Ok(vec![text.len() as u128])
}

fn main() {}
