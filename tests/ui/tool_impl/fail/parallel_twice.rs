use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool(parallel)] // error
impl Ping {
    fn execute(&self) -> u32 {
        1
    }

    fn concurrency_safe(_args: &tool_sdk::NoArgs) -> bool {
        true
    }
}

fn main() {}
