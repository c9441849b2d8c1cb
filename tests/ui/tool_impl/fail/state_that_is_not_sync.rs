use std::cell::Cell;

use tool_sdk::prelude::*;

struct Count {
    calls: Cell<u32>,
}

/// Count the calls.
#[tool]
impl Count { // error
    fn execute(&self) -> u32 {
        self.calls.set(self.calls.get() + 1);
        self.calls.get()
    }
}

fn main() {}
