use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    fn execute(&self) -> u32 {
        1
    }

    fn concurrency_safe(_args: &tool_sdk::NoArgs) -> String { // error
        "yes".to_owned()
    }
}

fn main() {}
