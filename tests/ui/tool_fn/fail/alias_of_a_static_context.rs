use tool_sdk::prelude::*;

type Context = &'static ToolContext;

/// Say who calls.
#[tool]
fn caller(
    cx: Context, // error
) -> String {
    cx.call_id().to_string()
}

fn main() {}
