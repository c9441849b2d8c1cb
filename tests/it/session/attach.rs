//! A log that hears every call of a scope.

use std::sync::Arc;

use serde_json::{Value, json};
use tool_sdk::prelude::*;
use tool_sdk::present::{CardState, Presenters};
use tool_sdk::session::{Event, Line, LogReader, Replay, SessionLog};
use tool_sdk::{Agent, CallToken, Context, Decision, PreCall, Source, Verdict};

use super::Folder;

#[derive(ToolArgs)]
#[tool(call = generic(title = "Add {a} and {b}"))]
struct AddArgs {
    /// One.
    a: i64,
    /// The other.
    b: i64,
}

struct Add;

/// Add two numbers.
#[tool]
impl Add {
    fn execute(&self, args: AddArgs) -> ToolResult<i64> {
        args.a.checked_add(args.b).ok_or_else(|| ToolError::new("TOO_LARGE", "no such number"))
    }

    fn presentation_meta(_: &AddArgs, value: &i64) -> i64 {
        *value
    }
}

/// Sends its token and waits for nothing.
#[tool]
async fn program(State(registry): State<Registry>, cx: &ToolContext) -> ToolResult<String> {
    let token: CallToken = cx.token();
    for arguments in [r#"{"a":1,"b":2}"#, "{}"] {
        let call = ToolCall::new("add", arguments).id(format!("sub-{arguments}")).root("c1").parent(token);
        registry.call(call).await;
    }
    Ok("done".to_owned())
}

fn lines(folder: &Folder) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.log()).expect("the log");
    text.lines().skip(1).map(|line| tool_sdk::json::parse(line).expect("JSON")).collect()
}

fn kinds(lines: &[Value]) -> Vec<&str> {
    lines.iter().filter_map(|line| line["type"].as_str()).collect()
}

// contract: L1, E12, E15, U9, P7
#[test]
fn every_call_of_the_scope_is_logged_with_the_calls_inside() {
    let folder = Folder::of("attach");
    let registry = Registry::new();
    registry.register(Add).expect("it registers").keep();
    registry.provide(registry.clone()).expect("a state");
    registry.register(Program).expect("it registers").keep();
    let log = registry.attach(SessionLog::append_to(folder.log()).expect("a log"));
    let call = |name, arguments, id| tool_sdk::testing::block_on(registry.call(ToolCall::new(name, arguments).id(id)));
    call("program", "{}", "c1");
    call("add", r#"{"a":"1","b":2}"#, "c2");
    call("add", "{\"a\": oops", "c3");
    call("gone", "{}", "c4");
    drop(log);
    call("add", r#"{"a":1,"b":2}"#, "c5");
    let lines = lines(&folder);
    let (call, start, result) = ("tool/call", "tool/start", "tool/result");
    let (sub, end) = ("tool/code-dispatch-start", "tool/code-dispatch");
    assert_eq!(
        kinds(&lines),
        [call, start, sub, end, sub, end, result, call, start, result, call, result, call, result],
        "and nothing once the guard is gone"
    );
    assert_eq!((&lines[2]["rootCallId"], &lines[2]["parentCallId"]), (&json!("c1"), &json!("c1")));
    assert_eq!(lines[9]["meta"], json!(3));
    assert_eq!(lines[9]["repairs"][0]["kind"], "number-from-string");
    assert_eq!(
        (&lines[10]["arguments"], &lines[11]["error"]["code"]),
        (&json!("{\"a\": oops"), &json!("INVALID_ARGS"))
    );
    assert_eq!(lines[13]["error"]["code"], "UNKNOWN_TOOL");

    let presenters = Presenters::of::<(Add, Program)>();
    let cards: Vec<_> =
        Replay::open(folder.log()).expect("the log").cards(&presenters).collect::<Result<_, _>>().expect("read");
    let entries: Vec<_> = cards[0].entries.iter().map(|entry| (entry.title.as_str(), entry.state)).collect();
    assert_eq!(entries, [("Add 1 and 2", CardState::Done), ("add", CardState::Failed)]);
    let titles: Vec<_> = cards.iter().map(|card| (card.title(), card.state)).collect();
    assert_eq!(
        titles,
        [
            ("program", CardState::Done),
            ("Add 1 and 2", CardState::Done),
            ("add", CardState::Failed),
            ("gone", CardState::Failed)
        ]
    );
}

// contract: L1, L2, P1
#[test]
fn a_call_that_is_denied_was_never_started() {
    let folder = Folder::of("denied");
    let registry = Registry::new();
    registry.register(Add).expect("it registers").keep();
    registry.on_pre_execute(|_: PreCall| async { Decision::deny("not here") }).keep();
    let log = registry.attach(SessionLog::append_to(folder.log()).expect("a log"));
    tool_sdk::testing::block_on(registry.call(ToolCall::new("add", r#"{"a":1,"b":2}"#)));
    drop(log);
    let lines = lines(&folder);
    assert_eq!(kinds(&lines), ["tool/call", "tool/result"]);
    assert_eq!(lines[1]["error"]["code"], "DENIED");
}

// contract: L1
#[test]
fn calls_are_logged_with_the_turn_and_their_contexts() {
    let folder = Folder::of("turn");
    let registry = Registry::new();
    registry.register(Add).expect("it registers").keep();
    let source = || Context { source: Source::plugin("lint"), content: "for later".into() };
    registry
        .on_post_execute(move |_: tool_sdk::PostCall| async move { Verdict::accept().with_context(source()) })
        .keep();
    let log = Arc::new(SessionLog::append_to(folder.log()).expect("a log"));
    let attached = registry.attach(log.clone());
    let agent = Agent::builder("agent-1").scope(&registry).build();
    let call = || ToolCall::new("add", r#"{"a":1,"b":2}"#);
    tool_sdk::testing::block_on(registry.call(call()));
    for turn in [1, 2] {
        log.turn(turn);
        tool_sdk::testing::block_on(registry.call(call()));
        tool_sdk::testing::block_on(registry.call(call().agent(&agent)));
    }
    drop((attached, log));
    let lines = lines(&folder);
    let calls = lines.iter().filter(|line| line["type"] == "tool/call");
    let turns: Vec<_> = calls.map(|line| (line["turn"].as_u64(), line["agent"].as_str())).collect();
    let agent = Some("agent-1");
    assert_eq!(turns, [(None, None), (Some(1), None), (Some(1), agent), (Some(2), None), (Some(2), agent)]);
    assert_eq!(kinds(&lines)[..4], ["tool/call", "tool/start", "tool/result", "context"]);
    assert_eq!(lines[3]["source"], json!({"kind": "plugin", "plugin": "lint"}));
    assert_eq!(lines[3]["content"], json!([{"type": "text", "text": "for later"}]));

    let mut reader = LogReader::open(folder.log()).expect("the log");
    let mut read = Vec::new();
    while let Some(line) = reader.next().expect("a line") {
        if let Line::Event(entry) = line
            && let Event::Call(event) = entry.event
        {
            read.push(event.turn);
        }
    }
    assert_eq!(read, [None, Some(1), Some(1), Some(2), Some(2)]);
}

// contract: E12, P4
#[test]
fn a_value_that_a_policy_puts_in_has_meta_of_its_own() {
    let registry = Registry::new();
    registry.register(Add).expect("it registers").keep();
    registry.on_post_execute(|_: tool_sdk::PostCall| async { Verdict::value(40_i64) }).keep();
    let call = || ToolCall::new("add", r#"{"a":1,"b":2}"#);
    let outcome = tool_sdk::testing::block_on(registry.call(call()));
    assert_eq!((outcome.meta(), outcome.text().as_str()), (Some("40"), "40"));
    registry.on_post_execute(|_: tool_sdk::PostCall| async { Verdict::block("no") }).keep();
    let outcome = tool_sdk::testing::block_on(registry.call(call()));
    assert!(outcome.meta().is_none() && !outcome.is_ok());
}

/// Leave a word for the model.
#[tool]
fn leave_word(cx: &ToolContext) -> bool {
    cx.defer_context("a word");
    true
}

/// Ask somebody to leave a word.
#[tool]
async fn ask_for_word(cx: &ToolContext) -> ToolResult<bool> {
    Ok(*cx.call::<LeaveWord>(LeaveWordArgs::new()).await?)
}

// contract: L1, E13
#[test]
fn a_context_of_a_call_inside_is_logged_once_and_the_file_is_free_when_the_guard_goes() {
    let folder = Folder::of("inner-context");
    let registry = Registry::new();
    registry.register_all(tools![LeaveWord, AskForWord]).expect("they register").keep();
    let log = registry.attach(SessionLog::append_to(folder.log()).expect("a log"));
    let outcome = tool_sdk::testing::block_on(registry.call(ToolCall::new("ask_for_word", "{}")));
    assert_eq!(outcome.contexts().len(), 1);
    drop(log);
    SessionLog::append_to(folder.log()).expect("nobody has it open any more");
    let lines = lines(&folder);
    assert_eq!(kinds(&lines).iter().filter(|kind| **kind == "context").count(), 1, "{lines:#?}");
}
