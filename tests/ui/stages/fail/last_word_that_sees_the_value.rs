use tool_sdk::prelude::*;
use tool_sdk::{NoArgs, OutcomeInfo};

struct Peek;

/// Peek.
#[tool]
impl Peek {
    fn execute(&self) -> u8 {
        1
    }

    fn finalize_content(_: Option<&NoArgs>, _: Content, info: &OutcomeInfo<'_>) -> Content {
        format!("{:?}", info.value()).into() // error
    }
}

fn main() {}
