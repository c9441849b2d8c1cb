use tool_sdk::prelude::*;

struct Greet;

/// Say hello.
#[tool]
impl Greet {
    fn execute(
        &self,
        name: String, // error
    ) -> String {
        format!("hello, {name}")
    }
}

fn main() {}
