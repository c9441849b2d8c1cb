use tool_sdk::prelude::*;

/// Say hello.
#[tool]
async fn greet() -> ToolResult<Content> { // error
    Ok("hello".into())
}

fn main() {}
