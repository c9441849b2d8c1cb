use tool_sdk::prelude::*;

struct Read;

/// Read a file.
#[tool]
impl Read {
    async fn execute(&self) -> String {
        String::new()
    }

    async fn narrow(_narrow: &Narrow) -> bool { // error error error error
        true
    }
}

fn main() {}
