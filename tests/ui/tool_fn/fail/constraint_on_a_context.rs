use tool_sdk::prelude::*;

/// Say who calls.
#[tool]
fn caller(
    #[arg(min = 1)] cx: &ToolContext, // error
) -> String {
    cx.call_id().to_string()
}

fn main() {}
