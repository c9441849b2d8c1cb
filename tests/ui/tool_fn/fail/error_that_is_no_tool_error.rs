use tool_sdk::prelude::*;

struct Refusal;

/// Refuse.
#[tool]
fn refuse() -> Result<String, Refusal> { // error
    Err(Refusal)
}

fn main() {}
