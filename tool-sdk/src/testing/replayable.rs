//! [`assert_replayable`]: what a signature cannot exclude (contract U2).

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ToolTypes;
use crate::present::Presenters;
use crate::session::{Replay, SessionLog};

/// Tells the second process which log it replays.
const LOG: &str = "TOOL_SDK_REPLAYED_LOG";

/// What stands before each card that the second process tells.
const MARK: &str = "replayed card: ";

/// More files than any process may have open.
const MANY: usize = 1 << 20;

/// Replays the cards of these tools in a second process, which has another directory, no environment and no file to open, at a
/// later time, and compares them with the cards of this one. A presenter that reads any of that makes another card there.
///
/// `record` fills the session log that is replayed: with calls of every kind that has a card of its own. It runs in the first
/// process alone. Called from a `#[test]`, which is run again for the second process.
///
/// ```no_run
/// use tool_sdk::prelude::*;
/// use tool_sdk::session::Event;
/// use tool_sdk::testing::{assert_replayable, block_on, call};
/// # /// Add one.
/// # #[tool]
/// # fn next(/// To what.
/// # n: i64) -> i64 { n + 1 }
///
/// // #[test]
/// fn its_cards_come_back() {
///     assert_replayable::<Next>(|log| {
///         let outcome = block_on(call(Next, r#"{"n":1}"#));
///         log.append(&Event::call(outcome.call_id().as_str(), "next", r#"{"n":1}"#)).unwrap();
///         log.append(&Event::result(&outcome)).unwrap();
///     });
/// }
/// ```
///
/// # Panics
/// When a card differs, when `record` logs no call, or when the test cannot be run again.
pub fn assert_replayable<S: ToolTypes>(record: impl FnOnce(&SessionLog)) {
    if let Some(log) = std::env::var_os(LOG) {
        again::<S>(Path::new(&log));
    }
    let folder = Folder::new();
    let path = folder.0.join("session.jsonl");
    let log = SessionLog::append_to(&path).unwrap_or_else(|error| panic!("{error}"));
    record(&log);
    drop(log);
    let replay = Replay::open(&path).unwrap_or_else(|error| panic!("{error}"));
    let here = cards::<S>(replay);
    assert!(!here.is_empty(), "nothing was replayed: log the calls whose cards are to be compared");
    let there = in_another_process(&folder.0, &path);
    for (here, there) in here.iter().zip(&there) {
        assert!(
            here == there,
            "a card differs in another process: a presenter reads a file, the environment, the directory or the clock\n here: {here}\nthere: {there}"
        );
    }
    assert_eq!(here.len(), there.len(), "the other process did not replay every card");
}

fn cards<S: ToolTypes>(replay: Replay) -> Vec<String> {
    let presenters = Presenters::of::<S>();
    replay.cards(&presenters).map(|card| card.unwrap_or_else(|error| panic!("{error}")).to_text()).collect()
}

/// The second process: replays, tells, and ends before anything else of the test runs.
fn again<S: ToolTypes>(log: &Path) -> ! {
    let replay = Replay::open(log).unwrap_or_else(|error| panic!("{error}"));
    // With every place for an open file taken, none can be opened, whatever its path.
    let taken: Vec<File> = std::iter::from_fn(|| File::open("/dev/null").ok()).take(MANY).collect();
    let cards = cards::<S>(replay);
    drop(taken);
    let mut out = std::io::stdout().lock();
    for card in cards {
        let _ = writeln!(out, "\n{MARK}{card}");
    }
    let _ = out.flush();
    std::process::exit(0)
}

fn in_another_process(folder: &Path, log: &Path) -> Vec<String> {
    let program = std::env::current_exe().unwrap_or_else(|error| panic!("the test cannot be run again: {error}"));
    let mut command = Command::new(program);
    command.args(["--exact", &test_name(), "--nocapture", "--include-ignored", "--test-threads=1"]);
    command.current_dir(folder).env_clear().env(LOG, log).stdin(Stdio::null());
    let output = command.output().unwrap_or_else(|error| panic!("the test cannot be run again: {error}"));
    let text = String::from_utf8_lossy(&output.stdout);
    let cards: Vec<String> = text.lines().filter_map(|line| line.strip_prefix(MARK)).map(str::to_owned).collect();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !cards.is_empty(), "the test did not run again:\n{text}\n{said}");
    cards
}

/// A test's thread has the name of the test; where one thread runs all tests, one test has to be asked for by name.
fn test_name() -> String {
    let thread = std::thread::current();
    match thread.name() {
        Some(name) if name != "main" => name.to_owned(),
        _ => {
            let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
            let name = words.next().filter(|_| std::env::args().any(|word| word == "--exact"));
            name.unwrap_or_else(|| panic!("run this test by name with `--exact`, or with more than one test thread"))
        }
    }
}

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("tool-sdk-replayable-{}-{:?}", std::process::id(), std::thread::current().id());
        let path = std::env::temp_dir().join(name.replace(['(', ')'], ""));
        std::fs::create_dir_all(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
