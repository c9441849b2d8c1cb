use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(tag = "kind", rename_all = "snail_case")] // error
enum Output {
    #[tool(render = "job {jb}")] // error
    Background { job: String },
    Foreground { kind: String }, // error
    Both(u32, u32), // error
}

#[derive(ToolValue)]
struct Outcome {
    // The enum still counts as a value.
    output: Output,
}

fn main() {}
