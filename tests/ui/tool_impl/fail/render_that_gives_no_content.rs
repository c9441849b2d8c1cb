use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn execute(&self) -> u32 {
        1
    }

    fn render(
        _args: &tool_sdk::NoArgs,
        value: &u32,
    ) -> u32 { // error
        *value
    }
}

fn main() {}
