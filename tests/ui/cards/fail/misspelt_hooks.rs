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

    fn presnt_call(args: &EditArgs) -> CallView { // error
        CallView::generic(&*args.path)
    }

    fn present_reslt(_args: &EditArgs, _result: &Presented<()>) -> Option<ResultView> { // error
        None
    }

    fn presentation_mta(_args: &EditArgs, value: &Edited) -> u32 { // error
        value.lines
    }
}

fn main() {}
