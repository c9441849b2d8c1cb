use tool_sdk::prelude::*;
use tool_sdk::{NoArgs, OutcomeInfo};

struct Peek;

/// Peek.
#[tool]
impl Peek {
    fn execute(&self) -> u8 {
        1
    }

    fn finalize_content(_: Option<&NoArgs>, _: Content, _: &OutcomeInfo<'_>) -> ToolResult<Content> { // error
        Err("no".into())
    }
}

fn main() {}
