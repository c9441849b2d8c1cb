use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn execute() -> String { // error
        "pong".to_owned()
    }
}

fn main() {}
