use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    const ANSWER: &'static str = "pong"; // error

    fn execute(&self) -> String {
        Self::ANSWER.to_owned()
    }
}

fn main() {}
