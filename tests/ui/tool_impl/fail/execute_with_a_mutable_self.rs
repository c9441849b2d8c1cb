use tool_sdk::prelude::*;

struct Count(u32);

/// Count the calls.
#[tool]
impl Count {
    fn execute(&mut self) -> u32 { // error
        self.0 += 1;
        self.0
    }
}

fn main() {}
