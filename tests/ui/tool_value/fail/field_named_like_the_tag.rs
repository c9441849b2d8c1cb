use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(tag = "kind")]
enum Output {
    Done { kind: String }, // error
    Failed {
        #[arg(rename = "kind")] // error
        sort: String,
    },
}

fn main() {}
