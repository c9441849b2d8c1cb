use tool_sdk::{CallToken, ToolCall};

fn main() {
    let call = ToolCall::new("read", "{}");
    let nested = call.parent(CallToken(1)); // error
    drop(nested);
}
