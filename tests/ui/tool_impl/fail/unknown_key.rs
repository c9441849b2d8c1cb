use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool(blocking)] // error
impl Ping {
    fn execute(&self) -> String {
        "pong".to_owned()
    }
}

struct Pong;

/// Answer.
#[tool(idempotant)] // error
impl Pong {
    fn execute(&self) -> String {
        "ping".to_owned()
    }
}

fn main() {}
