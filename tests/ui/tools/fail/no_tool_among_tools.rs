use tool_sdk::prelude::*;

/// Read a file.
#[tool]
fn read_file(path: String) -> String {
    path
}

struct NoTool;

fn main() {
    let _ = tools![
        ReadFile,
        NoTool, // error
    ];
}
