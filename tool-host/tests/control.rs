//! What a person at the command line has in hand: `--timeout`, `--ask`, `--deny`, and Ctrl-C. Real signals, real processes.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::{Value, json};

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Folder {
    fn of(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("toolbox-control-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolbox"));
        command.args(arguments).current_dir(&self.0).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn toolbox(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("toolbox runs")
    }

    /// A terminal of its own. What `toolbox` exits with stands on its last line.
    fn terminal(&self, arguments: &str) -> Terminal {
        // Ctrl-C reaches the shell beside it too, which would end with it.
        let command = format!("trap : INT; {} {arguments}; echo \"[exit $?]\"", env!("CARGO_BIN_EXE_toolbox"));
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).current_dir(&self.0).env("COLUMNS", "80").env("TERM", "dumb");
        script.env("SHELL", "/bin/sh").stdin(Stdio::piped()).stdout(Stdio::piped());
        Terminal(script.spawn().expect("script is part of util-linux"))
    }

    /// The process that a command of [`bash`] names, once it is there.
    fn started(&self) -> Pid {
        loop {
            if let Some(process) = self.named() {
                return process;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn named(&self) -> Option<Pid> {
        let written = fs::read_to_string(self.0.join("pid")).ok()?;
        Pid::from_raw(written.trim_end().parse().expect("a number"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Terminal(Child);

impl Terminal {
    fn types(&mut self, text: &str) {
        let keyboard = self.0.stdin.as_mut().expect("a keyboard");
        keyboard.write_all(text.as_bytes()).and_then(|()| keyboard.flush()).expect("somebody reads");
    }

    /// What is on the screen up to `text`, or to the end.
    fn shows(&mut self, text: &str) -> String {
        let screen = self.0.stdout.as_mut().expect("a screen");
        let mut shown = Vec::new();
        let mut byte = [0];
        while !shown.ends_with(text.as_bytes()) && screen.read(&mut byte).expect("a screen") == 1 {
            shown.push(byte[0]);
        }
        String::from_utf8(shown).expect("UTF-8")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.0.stdin.take();
        let _ = self.0.wait();
    }
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("no JSON: {output:?}"))
}

fn error_code(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    json(output)["error"]["code"].take()
}

fn bash(command: &str) -> String {
    json!({"command": command, "description": "A test"}).to_string()
}

/// Names its shell in the file `pid`, and takes longer than any test.
const LONG: &str = "echo $$ > new; mv new pid; sleep 600 & sleep 600";

fn is_there(process: Pid) -> bool {
    test_kill_process(process).is_ok()
}

// contract: E11, H4
#[test]
fn a_call_that_takes_too_long_is_stopped_and_leaves_nothing() {
    let folder = Folder::of("timeout");
    let output = folder.toolbox(&["call", "bash", &bash(LONG), "--timeout", "2s500ms", "--json"]);
    assert_eq!(error_code(&output), "TOOL_TIMEOUT");
    assert_eq!(json(&output)["error"]["message"], "tool call timed out after 2500ms");
    // On a machine that is slow enough there was no time to start it.
    assert!(!folder.named().is_some_and(is_there));
    let output = folder.toolbox(&["call", "bash", &bash("echo quick"), "--timeout", "2h"]);
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b"quick\n"[..]));
    for wrong in ["soon", "30", "0s", "-1s", ""] {
        let output = folder.toolbox(&["call", "bash", &bash("touch ran"), &format!("--timeout={wrong}")]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(err(&output).contains("--timeout") && err(&output).contains("`30s`"), "{}", err(&output));
    }
    assert!(!folder.0.join("ran").exists());
}

// contract: P1, P2, H4
#[test]
fn without_a_terminal_only_what_reads_is_called() {
    let folder = Folder::of("nobody");
    let output = folder.toolbox(&["call", "bash", &bash("touch ran"), "--ask", "--json"]);
    assert_eq!(error_code(&output), "APPROVAL_UNAVAILABLE");
    assert!(err(&output).contains("have to be a terminal"), "{}", err(&output));
    assert!(!folder.0.join("ran").exists());
    fs::write(folder.0.join("a.txt"), "text\n").expect("a file");
    let output = folder.toolbox(&["call", "read", r#"{"file_path":"a.txt"}"#, "--ask"]);
    assert_eq!((output.status.code(), err(&output)), (Some(0), ""));
}

// contract: P1, P2, H4
#[test]
#[cfg(target_os = "linux")]
fn in_a_terminal_the_person_decides() {
    let folder = Folder::of("ask");
    let asked = |typed: &str, options: &str| {
        let mut terminal = folder.terminal(&format!("call bash '{}' --ask {options}", bash("touch ran; echo it ran")));
        terminal.types(typed);
        let screen = terminal.shows("[exit 0]");
        (screen, fs::remove_file(folder.0.join("ran")).is_ok())
    };
    let (screen, ran) = asked("y\n", "");
    assert!(ran && screen.contains("bash: it does more than read") && screen.contains("it ran"), "{screen}");
    for no in ["n\n", "\n", "what?\n"] {
        let (screen, ran) = asked(no, "");
        assert!(!ran && screen.contains("APPROVAL_REJECTED") && screen.contains("[exit 1]"), "{screen}");
    }
    // Nobody is asked about what may not run anyway.
    let (screen, ran) = asked("", "--deny 'bash:*touch*'");
    assert!(!ran && screen.contains("DENIED") && !screen.contains("Allow?"), "{screen}");
}

// contract: E9, P2, H4
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_at_the_question_calls_nothing() {
    let folder = Folder::of("ask-ctrl-c");
    let mut terminal = folder.terminal(&format!("call bash '{}' --ask", bash("touch ran")));
    terminal.shows("[N]o: ");
    terminal.types("\u{3}");
    let screen = terminal.shows("[exit 1]");
    assert!(screen.contains("^C\r\ncancelling") && screen.contains("ABORTED_BEFORE_DISPATCH"), "{screen}");
    assert!(screen.ends_with("[exit 1]"), "{screen}");
    assert!(!folder.0.join("ran").exists());
}

// contract: P3, P6, H4
#[test]
fn what_is_denied_is_not_called() {
    let folder = Folder::of("deny");
    let call = |command: &str, deny: &[&str]| {
        let arguments = bash(command);
        let options: Vec<String> = deny.iter().map(|pattern| format!("--deny={pattern}")).collect();
        let options = options.iter().map(String::as_str);
        folder.toolbox(&["call", "bash", &arguments, "--json"].into_iter().chain(options).collect::<Vec<_>>())
    };
    for deny in [&["bash"][..], &["read", "b?sh"], &["bash:*touch *"], &["*:{touch,rm} *"]] {
        let output = call("touch ran", deny);
        assert_eq!(error_code(&output), "DENIED", "{deny:?}");
        let reason = json(&output)["error"]["message"].as_str().expect("a message").to_owned();
        assert_eq!(reason, format!("denied by `--deny {}`", deny[deny.len() - 1]));
    }
    assert!(!folder.0.join("ran").exists());
    for deny in [&[][..], &["read", "edit:*"], &["bash:touch"], &["bash:*TOUCH*"]] {
        assert_eq!(call("touch ran", deny).status.code(), Some(0), "{deny:?}");
        fs::remove_file(folder.0.join("ran")).expect("it ran");
    }
    for wrong in ["", ":text", "[", "bash:{a", "bsh", "bsh:*"] {
        let output = call("touch ran", &["read", wrong]);
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{wrong}");
        assert!(err(&output).contains("--deny"), "{}", err(&output));
    }
    assert!(err(&call("touch ran", &["bsh"])).contains("there is read, "), "it says which tools there are");
    assert!(!folder.0.join("ran").exists());
}

// contract: E9, X3, L1, H4
#[test]
fn a_signal_ends_the_call_and_all_that_it_started() {
    for signal in [Signal::INT, Signal::TERM] {
        let folder = Folder::of(&format!("signal-{}", signal.as_raw()));
        let child = folder.command(&["call", "bash", &bash(LONG), "--json", "--log", "s.jsonl"]).spawn();
        let child = child.expect("toolbox starts");
        let shell = folder.started();
        kill_process(Pid::from_child(&child), signal).expect("it is there");
        let output = child.wait_with_output().expect("toolbox ends");
        assert_eq!(error_code(&output), "ABORTED");
        assert!(!is_there(shell));
        let replayed = folder.toolbox(&["replay", "s.jsonl", "--json"]);
        assert_eq!((&json(&replayed)["state"], replayed.status.code()), (&json!("failed"), Some(0)));
    }
}

// contract: E9, X3, H4
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_in_a_terminal_ends_the_call_and_all_that_it_started() {
    let folder = Folder::of("ctrl-c");
    let mut terminal = folder.terminal(&format!("call bash '{}'", bash(LONG)));
    let shell = folder.started();
    terminal.types("\u{3}");
    let screen = terminal.shows("[exit 1]");
    assert!(screen.contains("^C\r\ncancelling") && screen.contains("ABORTED · "), "{screen}");
    assert!(screen.ends_with("[exit 1]") && !is_there(shell), "{screen}");
}

// contract: E9, X3, H4
#[test]
fn a_second_signal_ends_the_process_at_once_and_takes_everything_with_it() {
    let folder = Folder::of("twice");
    // It does not heed the signal, so there is time for the second one.
    let command = format!("trap '' TERM; {LONG}");
    let child = folder.command(&["call", "bash", &bash(&command)]).spawn().expect("toolbox starts");
    let shell = folder.started();
    // Two of a kind may arrive as one.
    for signal in [Signal::INT, Signal::TERM] {
        kill_process(Pid::from_child(&child), signal).expect("it is there");
    }
    let output = child.wait_with_output().expect("toolbox ends");
    assert!(matches!(output.status.code(), Some(130 | 143)), "{output:?}");
    while is_there(shell) {
        std::thread::sleep(Duration::from_millis(10));
    }
}
