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

#[derive(ToolValue)]
struct Meta {
    diffs: Vec<FileDiff>,
}

#[derive(ToolValue)]
struct Other {
    files: u32,
}

struct Edit;

/// Edit a file.
#[tool]
impl Edit {
    fn execute(&self, args: EditArgs) -> Edited {
        Edited { lines: args.path.len() as u32 }
    }

    fn presentation_meta(_args: &EditArgs, _value: &Edited) -> Meta {
        Meta { diffs: Vec::new() }
    }

    fn present_result(_args: &EditArgs, result: &Presented<Other>) -> Option<ResultView> { // error
        Some(ResultView::terminal(result.meta()?.files.to_string()))
    }
}

fn main() {}
