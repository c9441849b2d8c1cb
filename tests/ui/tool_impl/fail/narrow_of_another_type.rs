use tool_sdk::prelude::*;

struct Read;

/// Read a file.
#[tool]
impl Read {
    async fn execute(&self) -> String {
        String::new()
    }

    fn narrow(&self, narrow: &mut tool_sdk::ToolSpec) { // error
        let _ = narrow;
    }
}

fn main() {}
