use std::time::Duration;

use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    #[arg(unit = "min")] // error
    wait: Duration,
}

fn main() {}
