//! Cards at the command line: one call, a session log of several, and their replay.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Folder {
    fn of(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("toolbox-cli-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        std::fs::write(path.join("a.txt"), "one\n\u{1b}[31mtwo\u{202e}\nthree\n").expect("a file");
        Self(path)
    }

    fn toolbox(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolbox"));
        command.args(arguments).current_dir(&self.0).stdin(Stdio::null()).env("COLUMNS", "60");
        command.output().expect("toolbox runs")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

const READ: &str = r#"{"file_path":"a.txt"}"#;

// contract: H4, U1, U5
#[test]
fn call_shows_the_card_when_it_is_asked_for_and_the_text_through_a_pipe() {
    let folder = Folder::of("call");
    let text = folder.toolbox(&["call", "read", READ]);
    assert!(out(&text).contains("1: one"), "{}", out(&text));
    let card = folder.toolbox(&["call", "read", READ, "--card"]);
    assert_eq!(card.status.code(), Some(0));
    assert!(out(&card).starts_with("✓ ") && out(&card).contains("two<U+202E>"), "{}", out(&card));
    assert!(!out(&card).contains(['\u{1b}', '\u{202e}']), "{}", out(&card));
    assert!(out(&card).lines().all(|line| line.chars().count() <= 60), "{}", out(&card));
    let card = folder.toolbox(&["call", "read", r#"{"file_path":"missing"}"#, "--card"]);
    assert_eq!(card.status.code(), Some(1));
    assert!(out(&card).starts_with("✗ ") && out(&card).contains("NOT_FOUND"), "{}", out(&card));
    for two in [["--card", "--json"], ["--card", "--text"], ["--json", "--text"]] {
        assert_eq!(folder.toolbox(&["call", "read", READ, two[0], two[1]]).status.code(), Some(2));
    }
}

// contract: L1, L3, H4
#[test]
fn what_was_logged_is_replayed_without_the_files_that_it_was_about() {
    let folder = Folder::of("replay");
    let live = folder.toolbox(&["call", "read", READ, "--card", "--log", "s.jsonl"]);
    let failed = folder.toolbox(&["call", "read", r#"{"file_path":"missing"}"#, "--card", "--log", "s.jsonl"]);
    std::fs::remove_file(folder.0.join("a.txt")).expect("it goes");
    let replayed = folder.toolbox(&["replay", "s.jsonl"]);
    // How long a call took is measured once by the log and once by the call.
    let without_times = |text: &str| -> String {
        let word = |word: &&str| word.parse::<u64>().is_err() && !matches!(*word, "ms" | "·");
        text.split_whitespace().filter(word).collect::<Vec<_>>().join(" ")
    };
    let both = format!("{}\n{}", out(&live), out(&failed));
    assert_eq!(without_times(out(&replayed)), without_times(&both));
    let json = folder.toolbox(&["replay", "s.jsonl", "--json"]);
    let states: Vec<serde_json::Value> = out(&json)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["state"].take())
        .collect();
    assert_eq!(states, ["done", "failed"]);
    let page = folder.toolbox(&["replay", "s.jsonl", "--html", "s.html"]);
    assert_eq!((page.status.code(), out(&page)), (Some(0), ""));
    let page = std::fs::read_to_string(folder.0.join("s.html")).expect("the page");
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    assert_eq!(page.matches("<article ").count(), 2);
}

// contract: L2
#[test]
fn a_file_that_is_no_log_is_not_written_to_and_a_crash_is_told() {
    let folder = Folder::of("no-log");
    let before = std::fs::read(folder.0.join("a.txt")).expect("the file");
    let output = folder.toolbox(&["call", "read", READ, "--log", "a.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("is no session log"), "{}", err(&output));
    assert_eq!(std::fs::read(folder.0.join("a.txt")).expect("the file"), before);
    let output = folder.toolbox(&["replay", "missing.jsonl"]);
    assert!(output.status.code() == Some(2) && err(&output).contains("missing.jsonl"), "{}", err(&output));

    let log = "{\"type\":\"session\",\"version\":1,\"id\":\"s\",\"startedAt\":1}\n\
               {\"seq\":1,\"time\":1,\"type\":\"tool/call\",\"callId\":\"c1\",\"name\":\"gone\",\"arguments\":\"{}\"}\n{\"seq\":2,";
    std::fs::write(folder.0.join("crash.jsonl"), log).expect("a log");
    let shown = folder.toolbox(&["replay", "crash.jsonl"]);
    assert!(out(&shown).contains("✗ gone") && out(&shown).contains("TOOL_NOT_STARTED"), "{}", out(&shown));
    let shown = folder.toolbox(&["replay", "crash.jsonl", "--running"]);
    assert!(out(&shown).contains("… gone") && out(&shown).contains("running"), "{}", out(&shown));
    assert_eq!(std::fs::read_to_string(folder.0.join("crash.jsonl")).expect("the log"), log, "replay writes nothing");
}

/// A terminal of its own, so that the choice of colours is the real one.
fn in_a_terminal(folder: &Path, environment: &[(&str, &str)]) -> String {
    let command = format!("{} call read '{READ}'", env!("CARGO_BIN_EXE_toolbox"));
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).current_dir(folder).stdin(Stdio::null());
    script.env_remove("NO_COLOR").env("TERM", "xterm").env("COLUMNS", "60");
    script.envs(environment.iter().copied());
    String::from_utf8(script.output().expect("script is part of util-linux").stdout).expect("UTF-8")
}

// contract: H4
#[test]
#[cfg(target_os = "linux")]
fn colours_are_for_terminals_that_want_them() {
    let folder = Folder::of("colours");
    let coloured = in_a_terminal(&folder.0, &[]);
    assert!(coloured.contains("\u{1b}[32m✓\u{1b}[0m"), "{coloured:?}");
    // Ours are the only ones: what the file holds is shown, not done.
    assert!(coloured.contains("␛[31mtwo") && !coloured.contains("\u{1b}[31mtwo"), "{coloured:?}");
    for plain in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let plain = in_a_terminal(&folder.0, &[plain]);
        assert!(plain.contains('✓') && !plain.contains('\u{1b}'), "{plain:?}");
    }
    assert!(in_a_terminal(&folder.0, &[("NO_COLOR", "")]).contains('\u{1b}'), "an empty NO_COLOR says nothing");
}
