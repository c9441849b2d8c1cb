use tool_sdk::prelude::*;

/// Read a file.
#[tool]
fn read_file(path: String) -> String {
    path
}

/// Read another file.
#[tool(name = "read_file")]
fn other_read_file(path: String) -> String {
    path
}

fn main() {
    let _ = tools![
        ReadFile,
        OtherReadFile, // error
    ];
}
