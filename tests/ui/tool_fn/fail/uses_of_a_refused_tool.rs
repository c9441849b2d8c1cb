use tool_sdk::prelude::*;

/// Give the text back.
#[tool(timeout = "0s")] // error
async fn echo(text: String, times: Option<u32>, cx: &ToolContext) -> ToolResult<String> {
    cx.check_cancelled()?;
    Ok(text.repeat(times.unwrap_or(1) as usize))
}

async fn twice(cx: &ToolContext) -> ToolResult<String> {
    echo("a".to_owned(), Some(2), cx).await
}

fn main() {
    let _ = (tools![Echo], twice);
    Registry::new().register(Echo).unwrap().keep();
    assert_eq!(EchoArgs::new("a").times(3).text, "a");
}
