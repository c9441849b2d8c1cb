use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn execute(&self) -> u32 {
        1
    }

    fn render(value: &u32) -> String { // error
        value.to_string()
    }
}

fn main() {}
