use std::cell::RefCell;
use std::rc::Rc;

use tool_sdk::prelude::*;

struct Ping;

async fn wait() {}

/// Answer.
#[tool]
impl Ping {
    async fn execute(&self) -> u32 { // error
        let shared = Rc::new(RefCell::new(1));
        wait().await;
        *shared.borrow()
    }
}

fn main() {}
