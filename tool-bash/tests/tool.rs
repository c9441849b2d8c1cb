//! The tool `bash`, called as a model calls it, with real processes.
#![cfg(target_os = "linux")]

mod support;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::alive;
use tokio_util::sync::CancellationToken;
use tool_bash::{Bash, Local, Memory};
use tool_sdk::prelude::*;
use tool_sdk::present::{Ended, Finished, Presenters};
use tool_sdk::{Agent, Progress};

fn registry(tool: Bash) -> Registry {
    let registry = Registry::new();
    registry.register(tool).expect("bash registers").keep();
    registry
}

async fn call(tool: Bash, command: &str, more: Value) -> Outcome {
    let mut arguments = json!({"command": command, "description": "Do what the test needs"});
    arguments.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
    registry(tool).call(ToolCall::new("bash", arguments.to_string()).id("c1")).await
}

async fn text(command: &str) -> String {
    call(Bash::new("/tmp"), command, json!({})).await.text()
}

// contract: E8, X5
// field: F010, F011
#[tokio::test]
async fn what_the_model_reads() {
    let cases = [
        ("exit 3", "(no output)\n[exit code: 3]"),
        ("printf x; exit 1", "x\n[exit code: 1]"),
        ("true", "(no output)"),
        ("echo out; echo err >&2", "out\n[stderr]\nerr"),
        ("printf err >&2", "[stderr]\nerr"),
        ("printf out; printf err >&2; exit 2", "out\n[stderr]\nerr\n[exit code: 2]"),
        ("printf pre; kill -TERM $$", "pre\n[killed by signal: SIGTERM]"),
        ("kill -KILL $$", "(no output)\n[killed by signal: SIGKILL]"),
        ("printf '[exit code: 3]'", "[exit code: 3]"),
        ("sleep 70.1 & echo up", "up\n[stopped 1 process that the command left running]"),
        (
            "setsid sleep 70.2 & sleep 70.2 & exit 4",
            "(no output)\n[stopped 2 processes that the command left running]\n[exit code: 4]",
        ),
        ("no-such-command-7", "[stderr]\nbash: line 1: no-such-command-7: command not found\n[exit code: 127]"),
    ];
    for (command, wanted) in cases {
        assert_eq!(text(command).await, wanted, "{command}");
    }
}

// contract: E7, U5, X5
#[tokio::test]
async fn the_value_has_a_field_for_every_fact() {
    let stream = |text: &str| json!({"text": text, "truncated": false, "bytes": text.len()});
    let value = |more: Value| {
        let mut value = json!({
            "kind": "foreground", "exitCode": 0, "signal": null, "timedOut": false, "timeoutMs": 120_000,
            "stdout": stream(""), "stderr": stream(""),
        });
        value.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
        value
    };
    let cases = [
        ("printf hi", json!({}), json!({"stdout": stream("hi")})),
        ("printf no >&2; exit 7", json!({}), json!({"stderr": stream("no"), "exitCode": 7})),
        ("kill -SEGV $$", json!({}), json!({"exitCode": null, "signal": "SIGSEGV"})),
        ("kill -40 $$", json!({}), json!({"exitCode": null, "signal": "SIG40"})),
        ("sleep 70.3 &", json!({}), json!({"stopped": 1})),
        (
            "printf a; exec sleep 70.4",
            json!({"timeoutMs": 1_000}),
            json!({"stdout": stream("a"), "exitCode": null, "signal": "SIGTERM", "timedOut": true, "timeoutMs": 1_000}),
        ),
        (
            "trap 'exit 0' TERM; sleep 70.5 & wait",
            json!({"timeoutMs": 1_000}),
            json!({"timedOut": true, "timeoutMs": 1_000}),
        ),
        ("true", json!({"timeoutMs": 9_000_000}), json!({"timeoutMs": 600_000})),
    ];
    for (command, arguments, wanted) in cases {
        let outcome = call(Bash::new("/tmp"), command, arguments).await.to_json();
        assert_eq!(outcome["value"], value(wanted), "{command}");
    }
}

// contract: X3
#[tokio::test]
async fn a_timeout_is_told_whatever_the_command_made_of_it() {
    let outcome =
        call(Bash::new("/tmp"), "trap 'printf bye; exit 0' TERM; sleep 70.6 & wait", json!({"timeoutMs": 1_100})).await;
    assert_eq!(outcome.text(), "bye\n[timed out after 1100ms]");
    let outcome = call(Bash::new("/tmp"), "printf part; sleep 70.7", json!({"timeoutMs": 1_100})).await;
    assert_eq!(outcome.text(), "part\n[timed out after 1100ms]\n[killed by signal: SIGTERM]");
}

// contract: X3, E9
#[tokio::test]
async fn a_cancelled_call_is_a_failure_with_what_was_written() {
    let signal = CancellationToken::new();
    let arguments =
        json!({"command": "printf part; printf e >&2; sleep 70.8", "description": "Wait for very long"}).to_string();
    let registry = registry(Bash::new("/tmp"));
    let cancel = async {
        tokio::time::sleep(Duration::from_millis(1_000)).await;
        signal.cancel();
    };
    let call = registry.call(ToolCall::new("bash", &arguments).cancelled_by(signal.clone()));
    let (outcome, ()) = tokio::join!(call, cancel);
    let error = json!({"code": "ABORTED", "message": "the command was cancelled, effects are possible"});
    assert_eq!(outcome.to_json()["error"], error);
    assert_eq!(
        outcome.text(),
        "Error: the command was cancelled, effects are possible. Output until then:\npart\n[stderr]\ne\n[killed by signal: SIGTERM]"
    );
    let meta = outcome.to_json()["meta"].clone();
    assert_eq!((&meta["kind"], &meta["signal"]), (&json!("foreground"), &json!("SIGTERM")));
    assert_eq!((&meta["stdout"]["bytes"], &meta["timedOut"]), (&json!(4), &json!(false)));
    let finished = Finished::failed(outcome.content(), Some("ABORTED")).meta(outcome.meta());
    let view = Presenters::of::<Bash>().result("bash", &arguments, &finished);
    assert!(
        matches!(&view, ResultView::Terminal(view) if view.ended == Some(Ended::Signal("SIGTERM".to_owned()))),
        "{view:?}"
    );
    assert_eq!(alive("70.8"), 0);
}

// contract: X4
#[tokio::test]
async fn long_output_keeps_its_end_and_tells_where_the_whole_is() {
    let outcome = call(Bash::new("/tmp"), "seq 1 20000", json!({})).await;
    let stream = outcome.to_json()["value"]["stdout"].clone();
    assert_eq!((stream["truncated"].clone(), stream["bytes"].clone()), (json!(true), json!(108_894)));
    let path = stream["spillPath"].as_str().expect("a path");
    assert!(outcome.text().ends_with(&format!("\n20000\n[output truncated; full output: {path}]")));
    let tool = Bash::builder().executor(Local::builder().spill(1_000, 1_000).build()).build();
    let outcome = call(tool, "seq 1 20000", json!({})).await;
    assert!(outcome.text().ends_with("\n20000\n[output truncated; full output: (unavailable)]"));
    let tool = Bash::builder().executor(Local::builder().memory(Memory::head_and_tail(4, 6)).build()).build();
    let outcome = call(tool, "printf 1234; printf '%0100d'; printf abcdef", json!({})).await;
    assert!(
        outcome.text().starts_with("1234\n[100 bytes left out here]\nabcdef\n[output truncated;"),
        "{}",
        outcome.text()
    );
}

// contract: U5, X4, J1
// field: F017
#[tokio::test]
async fn control_bytes_survive_in_the_value_and_colours_stay_out_of_the_text() {
    let outcome =
        call(Bash::new("/tmp"), r"printf 'a\0b\001\033[31mred\033[0m\033]0;title\007\tend\377'", json!({})).await;
    let json = outcome.to_json();
    assert_eq!(json["value"]["stdout"]["text"], "a\0b\u{1}\u{1b}[31mred\u{1b}[0m\u{1b}]0;title\u{7}\tend\u{fffd}");
    assert_eq!(json["value"]["stdout"]["bytes"], 31);
    assert!(!outcome.text().contains('\u{1b}') && !outcome.text().contains("title"));
    assert!(outcome.text().ends_with("red\tend\u{fffd}"), "{:?}", outcome.text());
}

// contract: X1
#[tokio::test]
async fn each_tool_works_in_its_own_directory() {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    std::fs::create_dir(one.path().join("sub")).expect("a folder");
    let path = |folder: &tempfile::TempDir| folder.path().canonicalize().expect("its path").display().to_string();
    assert_eq!(call(Bash::new(one.path()), "pwd -P", json!({})).await.text(), path(&one));
    assert_eq!(call(Bash::new(two.path()), "pwd -P", json!({})).await.text(), path(&two));
    let sub = call(Bash::new(one.path()), "pwd -P", json!({"workdir": "sub"})).await.text();
    assert_eq!(sub, format!("{}/sub", path(&one)));
    assert_eq!(call(Bash::new(one.path()), "pwd -P", json!({"workdir": two.path()})).await.text(), path(&two));
    let own = std::env::current_dir().expect("a directory").canonicalize().expect("its path").display().to_string();
    assert_eq!(call(Bash::default(), "pwd -P", json!({})).await.text(), own);
}

// contract: X1
#[tokio::test]
async fn each_agent_works_in_its_own_directory() {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    std::fs::create_dir(one.path().join("sub")).expect("a folder");
    let path = |folder: &tempfile::TempDir| folder.path().canonicalize().expect("its path").display().to_string();
    let registry = registry(Bash::new(one.path()));
    let agent = |session: &str| Agent::builder(session);
    let at = async |agent: &Agent, more: Value| {
        let mut arguments = json!({"command": "pwd -P", "description": "Print the directory"});
        arguments.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
        registry.call(ToolCall::new("bash", arguments).agent(agent)).await.text()
    };
    let (first, second) = (agent("a").cwd(one.path()).build(), agent("b").cwd(two.path()).build());
    let (without, within) = (agent("c").build(), agent("d").cwd("sub").build());
    assert_eq!(at(&first, json!({})).await, path(&one));
    assert_eq!(at(&second, json!({})).await, path(&two));
    assert_eq!(at(&first, json!({"workdir": "sub"})).await, format!("{}/sub", path(&one)));
    assert_eq!(at(&first, json!({"workdir": two.path()})).await, path(&two));
    assert_eq!(at(&without, json!({})).await, path(&one), "the folder of the tool");
    assert_eq!(at(&within, json!({})).await, format!("{}/sub", path(&one)), "relative to the folder of the tool");
    let missing = at(&second, json!({"workdir": "sub"})).await;
    assert!(missing.contains(&format!("{}/sub does not exist", two.path().display())), "{missing}");
}

// contract: E13
#[tokio::test]
async fn who_watches_sees_the_end_of_the_output_while_it_is_written() {
    let reports: Arc<Mutex<Vec<Progress>>> = Arc::default();
    let (heard, hear) = tokio::sync::mpsc::unbounded_channel();
    let all = reports.clone();
    let folder = tempfile::tempdir().expect("a folder");
    // The command goes on once somebody has seen its first words.
    let command = r"printf '\033[1mfirst\033[0m\n'; while [ ! -e seen ]; do sleep 0.05; done; seq 1 20000; printf last";
    let arguments = json!({"command": command, "description": "Write and wait"}).to_string();
    let registry = registry(Bash::new(folder.path()));
    let call = ToolCall::new("bash", arguments).on_progress(move |progress| {
        all.lock().expect("no test panics here").push(progress);
        // Nobody listens any more once the first report was seen.
        let _ = heard.send(());
    });
    let see = async {
        let mut hear = hear;
        hear.recv().await.expect("a report");
        std::fs::write(folder.path().join("seen"), "").expect("written");
    };
    let (outcome, ()) = tokio::join!(registry.call(call), see);
    assert!(outcome.is_ok(), "{}", outcome.text());
    let reports = reports.lock().expect("no test panics here");
    assert_eq!((reports[0].message.as_deref(), reports[0].done), (Some("first\n"), 14.0));
    let last = reports.last().expect("a report");
    assert!(last.message.as_deref().is_some_and(|text| text.ends_with("20000\nlast") && text.len() <= 4_000));
    assert!((last.done - f64::from(14 + 108_894 + 4)).abs() < f64::EPSILON, "{}", last.done);
    assert!(reports.windows(2).all(|pair| pair[0].done < pair[1].done));
}

// contract: E5, X1
// field: F013
#[tokio::test]
async fn what_cannot_run_is_an_error_with_a_code_and_a_path() {
    let failure = async |tool: Bash, arguments: Value| {
        let outcome = call(tool, "true", arguments).await.to_json();
        let error = outcome["error"].clone();
        (
            error["code"].as_str().unwrap_or_default().to_owned(),
            error["message"].as_str().unwrap_or_default().to_owned(),
            error["paths"].clone(),
        )
    };
    let (code, message, paths) = failure(Bash::new("/tmp"), json!({"workdir": "/no/such/dir-7"})).await;
    assert_eq!((code.as_str(), paths), ("BASH_BAD_DIRECTORY", json!(["workdir"])));
    assert_eq!(message, "the working directory /no/such/dir-7 does not exist; nothing was run");
    let (code, message, _) = failure(Bash::new("/tmp"), json!({"workdir": "/etc/passwd"})).await;
    assert!(code == "BASH_BAD_DIRECTORY" && message.contains("/etc/passwd is not a directory"), "{message}");
    let missing = Bash::builder().executor(Local::builder().shell("/no/such/shell").build()).build();
    let (code, message, _) = failure(missing, json!({})).await;
    assert!(code == "BASH_NOT_STARTED" && message.contains("/no/such/shell"), "{message}");
}

// contract: S5, S7, E17
// field: F017
#[tokio::test]
async fn arguments_are_checked_before_anything_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = [
        (json!({"command": " \n", "description": "x"}), "command"),
        (json!({"command": "touch ran", "description": " "}), "description"),
        (json!({"command": "touch ran"}), "description"),
        (json!({"command": "touch ran; echo a\0b", "description": "x"}), "command"),
        (json!({"command": "touch ran", "description": "x", "workdir": "a\0b"}), "workdir"),
        (json!({"command": "touch ran", "description": "x", "workdir": ""}), "workdir"),
        (json!({"command": "touch ran", "description": "x", "timeoutMs": 0}), "timeoutMs"),
        (json!({"command": "touch ran", "description": "x", "timeoutMs": -5}), "timeoutMs"),
    ];
    let registry = registry(Bash::new(folder.path()));
    for (arguments, path) in refused {
        let outcome = registry.call(ToolCall::new("bash", arguments.to_string())).await.to_json();
        assert_eq!((&outcome["error"]["code"], &outcome["error"]["paths"]), (&json!("INVALID_ARGS"), &json!([path])));
    }
    assert!(!folder.path().join("ran").exists());
    let near = json!({"cmd": "pwd", "description": "x", "timeout": "5000", "cwd": "/"}).to_string();
    let outcome = registry.call(ToolCall::new("bash", near)).await;
    assert_eq!((outcome.text().as_str(), outcome.to_json()["value"]["timeoutMs"].clone()), ("/", json!(5_000)));
}

// contract: X1
#[tokio::test]
async fn keys_that_a_model_invents_reach_no_command() {
    let outcome = call(Bash::new("/tmp"), "echo \"<$A>\"; cat", json!({"env": {"A": "1"}, "stdin": "x"})).await;
    assert!(outcome.text().starts_with("<>"), "{}", outcome.text());
    assert_eq!(outcome.ignored().len(), 2);
}

// field: F001
#[tokio::test]
async fn a_call_ends_with_its_shell() {
    let start = Instant::now();
    assert_eq!(text("echo up; sleep 30.7 &").await, "up\n[stopped 1 process that the command left running]");
    assert!(start.elapsed() < Duration::from_secs(15));
}
