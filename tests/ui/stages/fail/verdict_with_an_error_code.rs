use tool_sdk::prelude::*;
use tool_sdk::{Execution, PostCall};

fn main() {
    let registry = Registry::new();
    let policy = registry.on_post_execute(|_: PostCall| async { Execution::fail("another failure") }); // error
    policy.keep();
}
