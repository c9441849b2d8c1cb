use tool_sdk::prelude::*;

struct Read;

#[derive(ToolArgs)]
struct ReadArgs {
    path: String,
}

/// Read a file.
#[tool]
impl Read {
    fn execute(&self, args: ReadArgs) -> ToolResult<String> {
        Ok(args.path)
    }

    fn render(
        args: &ReadArgs,
        value: &u64, // error
    ) -> String {
        format!("{}: {value}", args.path)
    }
}

fn main() {}
