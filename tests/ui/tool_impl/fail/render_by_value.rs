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
        value: u32, // error
    ) -> String {
        value.to_string()
    }
}

fn main() {}
