use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn execute(&self) -> String {
        self.answer()
    }

    fn answer(&self) -> String { // error
        "pong".to_owned()
    }
}

fn main() {}
