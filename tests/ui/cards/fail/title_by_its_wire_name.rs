use tool_sdk::prelude::*;

#[derive(ToolArgs)]
#[tool(
    call = generic(title = "Edit {filePath}"), // error
)]
struct EditArgs {
    /// The file.
    #[arg(rename = "filePath")]
    file_path: String,
}

fn main() {}

// contract: U7
