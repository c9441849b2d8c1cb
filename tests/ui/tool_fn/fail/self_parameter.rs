use tool_sdk::prelude::*;

struct Shell;

impl Shell {
    /// Run a command.
    #[tool]
    fn run(&self, command: String) -> String { // error
        command
    }
}

fn main() {}
