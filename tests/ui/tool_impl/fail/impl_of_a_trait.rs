use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Default for Ping { // error
    fn default() -> Self {
        Self
    }
}

fn main() {}
