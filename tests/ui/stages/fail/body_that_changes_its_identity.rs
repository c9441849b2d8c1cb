use tool_sdk::prelude::*;

/// Pretend.
#[tool]
fn pretend(cx: &ToolContext) -> bool {
    cx.call_id = "another".into(); // error
    true
}

fn main() {}
