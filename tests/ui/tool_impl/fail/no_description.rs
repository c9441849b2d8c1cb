use tool_sdk::prelude::*;

struct Ping;

#[tool]
impl Ping { // error
    fn execute(&self) -> String {
        "pong".to_owned()
    }
}

fn main() {}
