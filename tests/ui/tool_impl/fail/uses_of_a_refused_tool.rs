use tool_sdk::prelude::*;

struct Read;

#[derive(ToolArgs)]
struct ReadArgs {
    path: String,
    limit: Option<u32>,
}

/// Read a file.
#[tool(name = "read file")] // error
impl Read {
    async fn execute(&self, args: ReadArgs) -> String {
        args.path
    }

    fn render(args: &ReadArgs, value: &str) -> String {
        format!("{} {value}", args.path)
    }
}

fn main() {
    let _ = (tools![Read], ReadArgs::new("a").limit(1));
    let _ = Read::render(&ReadArgs::new("a"), "b");
}
