use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn execute<T: Default>(&self) -> String { // error
        let _ = T::default();
        "pong".to_owned()
    }
}

fn main() {}
