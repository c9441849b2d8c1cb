use tool_sdk::prelude::*;

#[derive(ToolValue)]
enum Mode {
    #[tool(renme = "fast")] // error
    Fast,
    Slow,
}

fn main() {}
