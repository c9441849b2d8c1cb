//! A long session log made into cards again, beside reading the same lines as plain JSON.

use std::env;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use benches::{figures_wanted, measured};
use tool_sdk::prelude::*;
use tool_sdk::present::{CardState, Kind, Presenters};
use tool_sdk::session::{Event, Replay, SessionLog};

const CALLS: u32 = 100_000;
const ROUNDS: usize = 5;

fn main() {
    let words: Vec<String> = env::args().collect();
    if let [_, first, log] = &words[..]
        && first == "--peak"
    {
        replay(Path::new(log));
        println!("{}", peak());
    } else if figures_wanted() {
        figures();
    } else {
        println!("run by `cargo xtask bench replay`");
    }
}

/// Prints what `cargo xtask bench replay` judges.
fn figures() {
    let log = written();
    let events = count(&log);
    assert_eq!(events, CALLS * 3, "a call, its start and its result");
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        ours = ours.min(timed(|| replay(&log)));
        theirs = theirs.min(timed(|| parse(&log)));
    }
    let (ours, theirs) = (ours.as_nanos() as f64, theirs.as_nanos() as f64);
    let length = fs::metadata(&log).expect("the log is there").len();
    measured("replay.line_bytes", length as f64 / f64::from(events));
    measured("replay.events_per_second", f64::from(events) * 1e9 / ours);
    measured("replay.event_ns", ours / f64::from(events));
    measured("replay.plain_json_ns", theirs / f64::from(events));
    measured("replay.ratio", ours / theirs);
    let this = env::current_exe().expect("it knows itself");
    let output = Command::new(this).arg("--peak").arg(&log).output().expect("it starts");
    let kibibytes: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number");
    measured("replay.peak_mib", kibibytes / 1024.0);
    fs::remove_file(&log).expect("the log goes");
}

/// What is changed in a file.
#[derive(ToolArgs)]
pub struct EditArgs {
    /// The file.
    path: String,
    /// What stands there.
    old: String,
    /// What is to stand there.
    new: String,
}

/// What the card of an edit needs.
#[derive(ToolValue)]
pub struct EditMeta {
    diffs: Vec<FileDiff>,
}

/// Its presenters are written.
pub struct Edit;

/// Replace a text in a file.
#[tool]
impl Edit {
    fn execute(&self, args: EditArgs) -> String {
        args.path
    }

    fn presentation_meta(args: &EditArgs, _: &str) -> EditMeta {
        EditMeta { diffs: vec![FileDiff::new(&args.path, Some(&args.old), &args.new)] }
    }

    fn present_call(args: &EditArgs) -> CallView {
        CallView::generic(format!("Edit {}", args.path)).kind(Kind::Edit).location(&args.path, None)
    }

    fn present_result(_: &EditArgs, result: &Presented<EditMeta>) -> Option<ResultView> {
        Some(ResultView::diff(result.meta()?.diffs.clone()))
    }
}

/// A command; its card is declared.
#[derive(ToolArgs)]
#[tool(call = terminal(title = command, description = description))]
pub struct RunArgs {
    /// The command.
    command: String,
    /// What it is for.
    description: Option<String>,
}

/// What a command wrote; its card is declared.
#[derive(ToolValue)]
#[tool(result = terminal(output = output, exit_code = exit_code))]
pub struct Ran {
    output: String,
    exit_code: i32,
}

/// Its cards are declared.
pub struct Run;

/// Run a command.
#[tool]
impl Run {
    fn execute(&self, args: RunArgs) -> Ran {
        Ran { output: listing(args.command.len()), exit_code: 0 }
    }
}

/// A log of calls as a session has them: edits, commands, and every tenth of a tool that is not there any more.
fn written() -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replay-{}.jsonl", std::process::id()));
    let log = Arc::new(SessionLog::append_to(&path).expect("a log"));
    let registry = Registry::new();
    registry.register(Edit).expect("it registers").keep();
    registry.register(Run).expect("it registers").keep();
    let attached = registry.attach(log.clone());
    for n in 0..CALLS {
        let call = match n % 10 {
            9 => continue,
            n if n % 2 == 0 => ToolCall::new("edit", edit(n)),
            _ => ToolCall::new("run", format!(r#"{{"command":"ls -l crates/{n}","description":"List crate {n}"}}"#)),
        };
        let outcome = tool_sdk::testing::block_on(registry.call(call.id(format!("call_{n:010}"))));
        assert!(outcome.is_ok(), "{}", outcome.text());
    }
    drop(attached);
    // A tool that nobody knows is not started by a registry, but by whoever had it then.
    for n in (9..CALLS).step_by(10) {
        let id = format!("call_{n:010}");
        let events = [
            Event::call(&*id, "deploy", format!(r#"{{"environment":"staging","services":["api","worker"],"id":{n}}}"#)),
            Event::start(&*id),
            Event::succeeded(&*id, listing(30)),
        ];
        for event in &events {
            log.append(event).expect("it is written");
        }
    }
    path
}

fn edit(n: u32) -> String {
    let old = "let text = tokio::fs::read_to_string(&path).await?;\\n".repeat(3);
    let new = "let text = workspace.read(&path).await?;\\n".repeat(3);
    format!(r#"{{"path":"crates/tool-sdk/src/file_{n}.rs","old":"{old}","new":"{new}"}}"#)
}

fn listing(lines: usize) -> String {
    (0..lines % 40).map(|n| format!("-rw-r--r-- 1 user user {n:6} src/part_{n}.rs\n")).collect()
}

/// The cards of the log, one at a time.
fn replay(log: &Path) {
    let presenters = Presenters::of::<(Edit, Run)>();
    let mut cards = 0;
    for card in Replay::open(log).expect("the log opens").cards(&presenters) {
        let card = black_box(card.expect("the log is read"));
        assert!(card.state == CardState::Done, "{} has no result", card.call_id);
        cards += 1;
    }
    assert_eq!(cards, CALLS);
}

/// The lines of the log as trees, one at a time: the least that a reader without types does.
fn parse(log: &Path) {
    let mut input = BufReader::with_capacity(256 << 10, File::open(log).expect("the log opens"));
    let mut line = String::new();
    while input.read_line(&mut line).expect("the log is read") > 0 {
        black_box(serde_json::from_str::<serde_json::Value>(&line).expect("a line is JSON"));
        line.clear();
    }
}

/// How many lines there are after the first.
fn count(log: &Path) -> u32 {
    let input = BufReader::new(File::open(log).expect("the log opens"));
    u32::try_from(input.split(b'\n').count() - 1).expect("fewer lines")
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The most memory that this process has had, in KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}
