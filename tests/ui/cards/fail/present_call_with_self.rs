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

    fn present_call(&self, args: &EditArgs) -> CallView { // error
        CallView::generic(&*args.path)
    }
}

fn main() {}

// contract: U2
