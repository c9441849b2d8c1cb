use tool_sdk::prelude::*;

struct Read;

#[derive(ToolArgs)]
struct ReadArgs {
    path: String,
}

/// Read a file.
#[tool(timeout = "0ms")] // error
impl Read {
    fn execute(&self, args: ReadArgs) -> String {
        args.path
    }

    async fn render(args: &ReadArgs, value: &str) -> String { // error
        format!("{}: {value}", args.path)
    }

    fn concurrency_safe(&self, _args: &ReadArgs) -> bool { // error
        true
    }

    fn finalise_content(content: Content) -> Content { // error
        content
    }
}

fn main() {
    // The tool is still there for the rest of the program.
    Registry::new().register(Read).unwrap().keep();
}
