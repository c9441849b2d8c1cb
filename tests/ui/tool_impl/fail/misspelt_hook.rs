use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn execute(&self) -> String {
        "pong".to_owned()
    }

    fn concurency_safe(_args: &tool_sdk::NoArgs) -> bool { // error
        true
    }
}

fn main() {}
