use std::error::Error;
use std::fmt;

use serde_json::json;
use tool_sdk::prelude::*;
use tool_sdk::{PostCall, Verdict};

use super::{Double, Heard, code, heard, tell_results};

fn hosting() -> (Registry, Heard) {
    let (registry, heard) = heard();
    tell_results(&registry, &heard);
    (registry, heard)
}

async fn run(registry: &Registry) -> Outcome {
    registry.call(ToolCall::new("run", "")).await
}

/// An error of which nothing can be said.
#[derive(Debug)]
struct Unspeakable;

impl fmt::Display for Unspeakable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("nothing can be said")
    }
}

impl Error for Unspeakable {}

/// An error with a cause of which nothing can be said.
#[derive(Debug)]
struct Deep(Unspeakable);

impl fmt::Display for Deep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("deep trouble")
    }
}

impl Error for Deep {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// An error that is its own cause.
#[derive(Debug)]
struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("endless trouble")
    }
}

impl Error for Endless {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&Endless)
    }
}

/// A payload that panics when it goes.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("the payload falls too")
    }
}

/// Fail in a way that a host does not expect.
#[tool]
async fn misbehave(
    /// How.
    how: String,
) -> ToolResult<u8> {
    match how.as_str() {
        "deep" => Err(Deep(Unspeakable))?,
        "endless" => Err(Endless)?,
        "unspeakable" => Err(Unspeakable)?,
        "bomb" => std::panic::panic_any(Bomb),
        _ => Ok(1),
    }
}

/// Fall on the blocking pool, with a payload that falls too.
#[tool(blocking)]
fn blast() -> u8 {
    std::panic::panic_any(Bomb)
}

// contract: E6
#[tokio::test]
async fn errors_and_panics_that_fight_back_are_one_failed_call() {
    for governed in [false, true] {
        let (registry, heard) = heard();
        registry.register_all(tools![Misbehave, Blast]).unwrap().keep();
        if governed {
            tell_results(&registry, &heard);
        }
        let cases =
            [("deep", "FAILED", "deep trouble"), ("endless", "FAILED", "endless trouble"), ("bomb", "PANICKED", "")];
        for (how, expected, text) in cases {
            let outcome = registry.call(ToolCall::new("misbehave", json!({"how": how}))).await;
            assert_eq!(code(&outcome), expected, "{how}");
            assert!(outcome.text().contains(text), "{}", outcome.text());
        }
        let outcome = registry.call(ToolCall::new("misbehave", json!({"how": "unspeakable"}))).await;
        assert!(["PANICKED", "FAILED"].contains(&code(&outcome)));
        assert_eq!(code(&registry.call(ToolCall::new("blast", "")).await), "PANICKED");
        assert!(registry.call(ToolCall::new("misbehave", json!({"how": ""}))).await.is_ok());
        assert_eq!(heard.take().len(), if governed { 6 } else { 0 });
    }
}

// contract: E6, E5
#[tokio::test]
async fn policies_that_fight_back_are_one_failed_call() {
    let (registry, heard) = hosting();
    let pre = registry.on_pre_execute(|_: tool_sdk::PreCall| async { Err::<tool_sdk::Decision, _>(Deep(Unspeakable)) });
    assert_eq!(run(&registry).await.text(), "Error: deep trouble");
    drop(pre);
    let post = registry.on_post_execute(|_: PostCall| async { Err::<Verdict, _>(Endless) });
    assert_eq!(run(&registry).await.text(), "Error: endless trouble");
    drop(post);
    let post = registry.on_post_execute(|_: PostCall| async { std::panic::panic_any(Bomb) as Verdict });
    assert_eq!(code(&run(&registry).await), "PANICKED");
    drop(post);
    let guard = registry.guard(|_: &tool_sdk::GuardCall| std::panic::panic_any(Bomb));
    assert_eq!(code(&run(&registry).await), "PANICKED");
    drop(guard);
    let change = registry.on_change(|_| -> () { std::panic::panic_any(Bomb) });
    assert!(matches!(registry.register(Double), Err(RegisterError::Objection { .. })));
    drop(change);
    registry.on_result(|_: &tool_sdk::CallInfo, _: &Outcome| std::panic::panic_any(Bomb)).keep();
    assert!(run(&registry).await.is_ok());
    let results = heard.take().into_iter().filter(|word| word.starts_with("result")).count();
    assert_eq!(results, 5, "each call is told once");
}
