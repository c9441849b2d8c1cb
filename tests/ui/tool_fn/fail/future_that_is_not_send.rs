use std::rc::Rc;

use tool_sdk::prelude::*;

async fn wait() {}

/// Count.
#[tool]
async fn count() -> usize { // error
    let shared = Rc::new(1);
    wait().await;
    Rc::strong_count(&shared)
}

fn main() {}
