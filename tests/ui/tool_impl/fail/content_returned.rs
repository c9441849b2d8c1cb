use tool_sdk::prelude::*;

struct Ping;

/// Answer.
#[tool]
impl Ping {
    async fn execute(&self) -> ToolResult<Content> { // error
        Ok("pong".into())
    }
}

fn main() {}
