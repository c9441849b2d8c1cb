use tool_sdk::prelude::*;

struct Store<T> {
    last: T,
}

/// Give the last value back.
#[tool]
impl<T: Clone> Store<T> {
    fn execute(&self) -> T { // error
        self.last.clone()
    }
}

fn main() {}
