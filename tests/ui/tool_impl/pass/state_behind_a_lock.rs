//! Mutable state is ordinary state of the author's; the name of the tool is that of its type.

use std::sync::atomic::{AtomicU32, Ordering};

use tool_sdk::prelude::*;
use tool_sdk::testing;

#[derive(Default)]
struct CountCalls {
    calls: AtomicU32,
}

/// Count the calls.
#[tool(parallel)]
impl CountCalls {
    fn execute(&self) -> u32 {
        self.calls.fetch_add(1, Ordering::Relaxed) + 1
    }
}

fn main() {
    let registry = Registry::new();
    registry.register_all(tools![CountCalls::default()]).unwrap().keep();
    let call = || testing::block_on(registry.call(ToolCall::new("count_calls", "{}"))).text();
    assert_eq!((call(), call()), ("1".to_owned(), "2".to_owned()));
}
