use tool_sdk::prelude::*;

/// Call something.
#[tool]
fn apply(
    action: Box<dyn Fn() + Send + Sync>, // error
) {
    action();
}

fn main() {}
