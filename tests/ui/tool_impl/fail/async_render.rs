use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn execute(&self) -> u32 {
        1
    }

    async fn render(_args: &tool_sdk::NoArgs, value: &u32) -> String { // error
        value.to_string()
    }
}

fn main() {}
