use tool_sdk::OutcomeInfo;
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

    fn finalize_content(
        args: Option<&EditArgs>, // error
        content: Content,
        info: &OutcomeInfo<'_>,
    ) -> Content {
        let _ = (args, info);
        content
    }
}

fn main() {}
