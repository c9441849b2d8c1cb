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

    fn presentation_meta(_args: &EditArgs, value: &Other) -> u32 { // error
        value.files
    }
}

fn main() {}
