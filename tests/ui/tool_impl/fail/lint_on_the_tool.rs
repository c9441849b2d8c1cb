use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool(deny(undocumented))] // error
impl Ping {
    fn execute(&self) -> String {
        "pong".to_owned()
    }
}

fn main() {}
