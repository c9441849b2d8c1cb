use tool_sdk::prelude::*;

type Context<'a> = &'a ToolContext;

/// Say who calls.
#[tool]
fn caller(
    cx: Context<'_>, // error
) -> String {
    cx.call_id().to_string()
}

fn main() {}
