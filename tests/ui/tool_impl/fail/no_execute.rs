use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {} // error

fn main() {}
