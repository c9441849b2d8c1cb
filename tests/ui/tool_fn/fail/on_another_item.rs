use tool_sdk::prelude::*;

#[tool]
enum Mode { // error
    Fast,
}

#[tool]
trait Run { // error
    fn run(&self);
}

#[tool]
const LIMIT: u32 = 3; // error

#[tool(name = "state")]
struct State; // error

#[tool]
mod inner {} // error

fn main() {}
