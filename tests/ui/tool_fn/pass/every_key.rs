//! Each key of `#[tool(…)]` on a function.

use std::time::Duration;

use tool_sdk::prelude::*;
use tool_sdk::{Effect, ToolDefinition, testing};

fn is_short(args: &CountArgs) -> bool {
    args.text.len() < 10
}

fn in_words(words: &u32) -> String {
    format!("{words} words")
}

#[tool(
    name = "count-words",
    description = "Count the words of a text.",
    effect = destructive,
    idempotent,
    timeout = "1m30s",
    parallel_if = is_short,
    render_with = in_words,
    deny(undocumented),
    crate = ::tool_sdk,
)]
async fn count(
    /// The text.
    text: String,
) -> u32 {
    text.split_whitespace().count() as u32
}

/// Do nothing, on another thread.
#[tool(effect = "read", parallel, blocking)]
fn nothing() {}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let tool = ToolDefinition::of(Count);
    assert_eq!((tool.name(), tool.description()), ("count-words", "Count the words of a text."));
    assert_eq!((tool.effect(), tool.is_idempotent()), (Some(Effect::Destructive), true));
    assert_eq!(tool.timeout(), Some(Duration::from_secs(90)));
    assert!(
        tool.is_concurrency_safe(r#"{"text": "short"}"#) && !tool.is_concurrency_safe(r#"{"text": "not so short"}"#)
    );
    assert!(ToolDefinition::of(Nothing).is_concurrency_safe("{}"));
    // A timeout needs a clock, which tokio has.
    let outcome = testing::call(Count, r#"{"text": "a b c"}"#).await;
    assert_eq!(outcome.text(), "3 words");
}
