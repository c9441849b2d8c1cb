//! Cards of real calls: what is shown while a command runs and after it, and that a log gives them back.
#![cfg(target_os = "linux")]

use std::path::PathBuf;

use serde_json::{Value, json};
use tool_bash::{Bash, BashMeta};
use tool_sdk::prelude::*;
use tool_sdk::present::{Card, Finished, Presenters};
use tool_sdk::session::{Event, SessionLog};

fn arguments(command: &str, more: &Value) -> String {
    let mut arguments = json!({"command": command, "description": "Do what the test needs"});
    arguments.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
    arguments.to_string()
}

fn outcome(id: &str, arguments: &str) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let registry = Registry::new();
    registry.register(Bash::new("/tmp")).expect("bash registers").keep();
    runtime.block_on(registry.call(ToolCall::new("bash", arguments).id(id.to_owned())))
}

/// The card before the result and after it.
fn cards(arguments: &str, outcome: &Outcome) -> [Card; 2] {
    let presenters = Presenters::of::<Bash>();
    let finished = match outcome.error() {
        None => Finished::ok(outcome.content()),
        Some(failure) => Finished::failed(outcome.content(), Some(failure.code().as_str())),
    };
    let pending = Card::pending(&presenters, "c1", "bash", arguments);
    let done = pending.clone().finished(&presenters, arguments, &finished.meta(outcome.meta()));
    [pending, done]
}

/// A call for each kind of end.
fn calls() -> Vec<(&'static str, String)> {
    let call = |what, command: &str, more: Value| (what, arguments(command, &more));
    vec![
        call("done", "echo out; echo err >&2", json!({"workdir": "/"})),
        call("nothing written", "true", json!({})),
        call("failed by its exit code", "echo '[exit code: 9]'; exit 3", json!({})),
        call("killed", "printf part; kill -KILL $$", json!({})),
        call("out of time", "printf part; exec sleep 71.1", json!({"timeoutMs": 1_000})),
        call("left something running", "sleep 71.2 & echo up", json!({})),
        call("an error", "true", json!({"workdir": "/no/such/dir-7"})),
        call("bad arguments", " ", json!({})),
    ]
}

// contract: U3, U5, E12
#[test]
fn what_a_person_sees() {
    let mut shown = String::new();
    for (what, arguments) in calls() {
        let outcome = outcome("c1", &arguments);
        let [pending, done] = cards(&arguments, &outcome).map(|card| card.to_text());
        let meta = outcome.meta().unwrap_or("none");
        shown += &format!("== {what}\npending {pending}\ndone    {done}\nmeta    {meta}\n");
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/cards.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &shown).expect("the golden can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == shown, "other cards now (BLESS=1 takes them over):\n{shown}");
}

// contract: U5, X4
#[test]
fn what_was_cut_is_told_in_fields() {
    let outcome = outcome("c1", &arguments("seq 1 20000", &json!({})));
    let text = outcome.meta().expect("a meta");
    let BashMeta::Foreground(meta) = tool_sdk::args::decode_value(text).expect("it is its type") else {
        panic!("it was waited for")
    };
    assert!(meta.stdout.truncated && !meta.stderr.truncated);
    assert_eq!(meta.stdout.bytes, 108_894);
    assert!(meta.stdout.spill_path.is_some_and(|path| outcome.text().contains(&path)));
    assert!(text.len() < 500, "the output is not in the log twice: {text}");
}

// contract: U2, L3
#[test]
fn a_log_gives_the_cards_back() {
    tool_sdk::testing::assert_replayable::<Bash>(|log: &SessionLog| {
        for (number, (_, arguments)) in calls().iter().enumerate() {
            let id = format!("c{number}");
            let outcome = outcome(&id, arguments);
            log.append(&Event::call(id.as_str(), "bash", arguments.as_str())).expect("written");
            if number > 0 {
                log.append(&Event::result(&outcome)).expect("written");
            }
        }
    });
}
