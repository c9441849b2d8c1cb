use tool_sdk::prelude::*;

/// Say who calls.
#[tool]
fn caller<'a>(cx: &'a ToolContext) -> String { // error
    cx.call_id().to_string()
}

fn main() {}
