use tool_sdk::prelude::*;

struct Read;

#[derive(ToolArgs)]
struct ReadArgs {
    path: String,
}

#[derive(ToolArgs)]
struct EditArgs {
    path: String,
}

/// Read a file.
#[tool]
impl Read {
    fn execute(&self, args: ReadArgs) -> String {
        args.path
    }

    fn render(
        args: &EditArgs, // error
        value: &str,
    ) -> String {
        format!("{}: {value}", args.path)
    }
}

fn main() {}
