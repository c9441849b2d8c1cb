use tool_sdk::prelude::*;

#[derive(ToolArgs)]
struct Args {
    path: String,
    #[arg(rename = "path")] // error
    file: String,
    #[arg(alias = "path", alias = "")] // error error
    folder: String,
}

fn main() {}
