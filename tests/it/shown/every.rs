use serde_json::json;
use tool_sdk::approve::Approval;
use tool_sdk::prelude::*;
use tool_sdk::{Context, Decision, GuardCall, PostCall, PreCall, Source, Verdict};

use super::call::{Call, Cancel};

/// Break down.
#[tool]
fn break_down() -> String {
    panic!("the words of a panic are for the operator")
}

/// Wait until somebody says stop.
#[tool]
async fn wait(cx: &ToolContext) -> String {
    cx.signal().cancelled().await;
    "stopped".to_owned()
}

/// Wait for a millisecond.
#[tool(timeout = "1ms")]
async fn wait_shortly(cx: &ToolContext) -> String {
    cx.signal().cancelled().await;
    "stopped".to_owned()
}

/// Fail without a code.
#[tool]
fn fail() -> ToolResult<String> {
    Err(std::io::Error::other("the disk is on fire"))?
}

pub(super) fn calls() -> Vec<Call> {
    let read = |what| {
        Call::new(what, "read", &json!({"file_path": "a.txt"}))
            .files(|folder| std::fs::write(folder.join("a.txt"), "a\n").expect("the file is written"))
    };
    let mut calls = arguments();
    calls.extend([
        read("a policy denies").host(|registry| {
            registry.on_pre_execute(|_: PreCall| async { Decision::deny("nothing is read on Sundays") }).keep();
        }),
        read("a guard denies").host(|registry| {
            registry.guard(|_: &GuardCall| Some("not here".to_owned())).keep();
        }),
        read("the person who is asked rejects").host(ask).approval(Approval::Rejected),
        read("the question is withdrawn").host(ask).approval(Approval::Cancelled),
        read("nobody can be asked").host(ask),
        read("the result is blocked").host(|registry| {
            registry.on_post_execute(|_: PostCall| async { Verdict::block("it holds a secret") }).keep();
        }),
        read("the result is replaced, and a context added").host(|registry| {
            let context = || Context { source: Source::plugin("lint"), content: "for later".into() };
            registry
                .on_post_execute(move |_: PostCall| async move { Verdict::content("replaced").with_context(context()) })
                .keep();
        }),
        read("a policy gives a value that does not fit").host(|registry| {
            registry.on_post_execute(|_: PostCall| async { Verdict::value(7_u8) }).keep();
        }),
        read("cancelled before it began").cancel(Cancel::Before),
        Call::new("cancelled inside", "wait", &"{}")
            .host(|registry| keep(registry.register(Wait)))
            .cancel(Cancel::Inside),
        Call::new("too late", "wait_shortly", &"{}").host(|registry| keep(registry.register(WaitShortly))),
        Call::new("a panic", "break_down", &"{}").host(|registry| keep(registry.register(BreakDown))),
        Call::new("an error without a code", "fail", &"{}").host(|registry| keep(registry.register(Fail))),
    ]);
    calls
}

/// What a model may get wrong with any tool.
fn arguments() -> Vec<Call> {
    let read = |what, arguments: &str| {
        Call::new(what, "read", &arguments)
            .files(|folder| std::fs::write(folder.join("a.txt"), "a\n").expect("the file is written"))
    };
    vec![
        Call::new("no such tool", "reed", &"{}"),
        read("no arguments", ""),
        read("broken JSON", r#"{"file_path": "a.txt", "limit": }"#),
        read("a key twice", r#"{"file_path": "a.txt", "file_path": "b.txt"}"#),
        read("no object", r#"["a.txt"]"#),
        read("several mistakes", r#"{"file_path": 5, "limit": 0, "offset": "first"}"#),
        read("a mended mistake", r#"{"path": "a.txt", "limit": "1", "offset": null}"#),
        read("an ignored key", r#"{"file_path": "a.txt", "limits": 1, "verbose": true}"#),
    ]
}

fn ask(registry: &Registry) {
    registry.on_pre_execute(|_: PreCall| async { Decision::ask("reads a file") }).keep();
}

fn keep(registered: Result<tool_sdk::Registration, RegisterError>) {
    registered.expect("it registers").keep();
}
