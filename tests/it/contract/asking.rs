use std::sync::{Arc, Mutex};

use tool_sdk::approve::{Approval, ApprovalRequest};
use tool_sdk::prelude::*;
use tool_sdk::{Agent, Decision, PreCall};

use super::code;

/// Go further than usual.
#[tool]
async fn go(
    /// How far.
    far: u32,
    cx: &ToolContext,
) -> ToolResult<u32> {
    if far > 1 {
        cx.ask(format!("{far} is far")).await?;
    }
    Ok(far)
}

/// Let another one go.
#[tool]
async fn send(
    /// How far.
    far: u32,
    cx: &ToolContext,
) -> ToolResult<u32> {
    Ok(*cx.call::<Go>(GoArgs::new(far)).await?)
}

/// A registry, an agent whose approver gives this answer, and what it was asked.
fn answering(answer: fn() -> Approval) -> (Registry, Agent, Arc<Mutex<Vec<String>>>) {
    let registry = Registry::new();
    registry.register_all(tools![Go, Send]).expect("the tools register").keep();
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let list = asked.clone();
    let approver = move |request: ApprovalRequest| {
        let words = format!("{} {}: {}", request.name(), request.arguments_text(), request.reason());
        list.lock().expect("no test panics here").push(words);
        async move { answer() }
    };
    (registry, Agent::builder("s").approver(approver).build(), asked)
}

fn taken(asked: &Mutex<Vec<String>>) -> Vec<String> {
    std::mem::take(&mut *asked.lock().expect("no test panics here"))
}

// contract: P2, P5
#[tokio::test]
async fn a_body_asks_for_what_it_wants_beyond_its_call() {
    let (registry, agent, asked) = answering(|| Approval::Allowed);
    let call = |name: &'static str, arguments: &'static str| ToolCall::new(name, arguments).agent(&agent);
    assert_eq!(registry.call(call("go", r#"{"far":1}"#)).await.text(), "1");
    assert!(taken(&asked).is_empty(), "nobody is asked for nothing");
    // The approver sees the call as it was mended.
    assert_eq!(registry.call(call("go", r#"{"far":"2"}"#)).await.text(), "2");
    assert_eq!(taken(&asked), [r#"go {"far":2}: 2 is far"#]);
    assert_eq!(registry.call(call("send", r#"{"far":3}"#)).await.text(), "3");
    assert_eq!(taken(&asked), [r#"go {"far":3}: 3 is far"#]);
    let calls = vec![call("go", r#"{"far":4}"#), call("go", r#"{"far":5}"#)];
    let outcomes = registry.call_all(calls, Limits::parallel(2)).await;
    assert_eq!(outcomes.iter().map(Outcome::text).collect::<Vec<_>>(), ["4", "5"]);
    assert_eq!(taken(&asked).len(), 2);
    // A policy that asks about the call asks another question.
    registry.on_pre_execute(|_: PreCall| async { Decision::ask("it is a call") }).keep();
    assert_eq!(registry.call(call("go", r#"{"far":6}"#)).await.text(), "6");
    assert_eq!(taken(&asked), [r#"go {"far":6}: it is a call"#, r#"go {"far":6}: 6 is far"#]);
}

/// What an approver says.
type Answer = fn() -> Approval;

// contract: P2, E6
#[tokio::test]
async fn what_is_not_an_approval_is_a_denial_with_its_code() {
    let answers: [(Answer, &str); 4] = [
        (|| Approval::Rejected, "APPROVAL_REJECTED"),
        (|| Approval::Cancelled, "APPROVAL_CANCELLED"),
        (|| Approval::Unavailable, "APPROVAL_UNAVAILABLE"),
        (|| panic!("an approver panics"), "APPROVAL_UNAVAILABLE"),
    ];
    for (answer, wanted) in answers {
        let (registry, agent, _) = answering(answer);
        for name in ["go", "send"] {
            assert_eq!(code(&registry.call(ToolCall::new(name, r#"{"far":2}"#).agent(&agent)).await), wanted);
        }
    }
    let (registry, _, _) = answering(|| Approval::Allowed);
    let nobody = registry.call(ToolCall::new("go", r#"{"far":2}"#)).await;
    assert_eq!(nobody.text(), "Error: the call needs an approval (2 is far), and nobody can give one");
    let silent = Agent::builder("s").build();
    assert_eq!(code(&registry.call(ToolCall::new("go", r#"{"far":2}"#).agent(&silent)).await), "APPROVAL_UNAVAILABLE");
}
