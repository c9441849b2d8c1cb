use std::time::Duration;

use tool_sdk::prelude::*;

/// Wait.
#[tool]
fn wait(
    time: Duration, // error
) {
    std::thread::sleep(time);
}

fn main() {}
