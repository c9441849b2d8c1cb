use tool_sdk::prelude::*;

#[derive(ToolValue)]
#[tool(tag = "kind", rename_all = "snake_case")]
enum Output {
    Done { code: i32 },
    #[tool(rename = "done")] // error
    Finished,
}

#[derive(ToolValue)]
#[tool(rename_all = "lowercase")]
enum Mode {
    ReadOnly,
    Readonly, // error
}

fn main() {}
