use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn exceute(&self) -> String { // error
        "pong".to_owned()
    }
}

fn main() {}
