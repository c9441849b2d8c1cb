use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct EditArgs {
    /// The file.
    path: String,
}

#[derive(ToolValue)]
struct Edited {
    lines: u32,
}

struct Edit;

/// Edit a file.
#[tool]
impl Edit {
    fn execute(&self, args: EditArgs) -> Edited {
        Edited { lines: args.path.len() as u32 }
    }

    fn present_result(_args: &EditArgs, result: &Presented<()>, _cx: &ToolContext) -> Option<ResultView> { // error
        Some(ResultView::terminal(result.text()))
    }
}

fn main() {}

// contract: U2
