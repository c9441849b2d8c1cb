//! The tool of the front page: documented parameters, one of them optional, and an error by `?`.

use tool_sdk::prelude::*;
use tool_sdk::testing;

/// Read a file from disk.
#[tool]
async fn read_file(
    /// Path of the file.
    path: String,
    /// Return at most this many lines.
    #[arg(min = 1)]
    limit: Option<u32>,
) -> ToolResult<String> {
    let text = std::fs::read_to_string(&path)?;
    Ok(match limit {
        Some(n) => text.lines().take(n as usize).collect::<Vec<_>>().join("\n"),
        None => text,
    })
}

fn main() {
    let parameters = concat!(
        r#"{"type":"object","properties":{"path":{"type":"string","description":"Path of the file."},"#,
        r#""limit":{"type":"integer","minimum":1,"description":"Return at most this many lines."}},"required":["path"]}"#,
    );
    assert_eq!(testing::parameters::<ReadFileArgs>(), parameters);
    testing::block_on(async {
        let outcome = testing::call(ReadFile, r#"{"path": "no such file"}"#).await;
        assert_eq!(outcome.error().map(|failure| failure.code().as_str()), Some("FAILED"));
        assert!(read_file("no such file".to_owned(), None).await.is_err(), "the function is still a function");
    });
}
