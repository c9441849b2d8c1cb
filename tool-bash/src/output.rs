//! What a program gets.

use std::time::Duration;

use tool_sdk::prelude::*;

use crate::capture::Captured;
use crate::executor::{Cause, End, Finished};
use crate::signal;

/// The value of [`Bash`](crate::Bash), told apart by `kind`.
///
/// As JSON: `{"kind":"foreground","exitCode":0,"signal":null,"timedOut":false,"timeoutMs":120000,
/// "stdout":{"text":"hi\n","truncated":false,"bytes":3},"stderr":{"text":"","truncated":false,"bytes":0}}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(tag = "kind", rename_all = "camelCase", description = "How a command ended and what it wrote.")]
#[non_exhaustive]
pub enum BashOutput {
    /// A command that was waited for.
    Foreground(Foreground),
}

/// How a command that was waited for ended, and what it wrote.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Foreground {
    /// The exit code of the shell; null when a signal ended it.
    pub exit_code: Nullable<i32>,
    /// The signal that ended the shell, like `SIGTERM`; null when it exited.
    pub signal: Nullable<String>,
    /// Whether its time was over, whatever the exit code says.
    pub timed_out: bool,
    /// The time that it had, in milliseconds.
    pub timeout_ms: u64,
    /// Standard output.
    pub stdout: Stream,
    /// Standard error.
    pub stderr: Stream,
    /// How many processes it left running that were then stopped; absent when none.
    #[arg(min = 1)]
    pub stopped: Option<u32>,
    /// How many processes could not be stopped; absent when none.
    #[arg(min = 1)]
    pub left: Option<u32>,
    /// The confinement that it ran under; absent when there was none.
    pub sandbox: Option<Sandbox>,
}

/// What a command wrote to one stream.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Stream {
    /// All of it, or its end when it was truncated. Escape sequences are as they were written; bytes that are no text are U+FFFD.
    pub text: String,
    /// Its start, when it was truncated and the host keeps both ends.
    pub head: Option<String>,
    /// Whether some of it is missing here.
    pub truncated: bool,
    /// How many bytes it had.
    pub bytes: u64,
    /// A file with all of it, when it was truncated and not too long for that.
    pub spill_path: Option<String>,
}

/// The confinement of a command, and whether it was felt.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Sandbox {
    /// The mode.
    pub mode: tool_sdk::ConfinementMode,
    /// Whether something that the command tried seems to have been denied by it.
    pub denied: bool,
    /// What enforced it: `landlock` or `bubblewrap`.
    pub enforcement: Option<String>,
}

impl Foreground {
    /// The value of a command that had this much time.
    pub(crate) fn new(finished: Finished, timeout: Duration) -> Self {
        let (exit_code, signal) = match finished.end {
            End::Code(code) => (Some(code), None),
            End::Signal(number) => (None, Some(signal::name(number))),
        };
        let some = |count: u32| (count > 0).then_some(count);
        Self {
            exit_code: exit_code.into(),
            signal: signal.into(),
            timed_out: finished.cause == Some(Cause::TimedOut),
            timeout_ms: u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX),
            stdout: finished.stdout.into(),
            stderr: finished.stderr.into(),
            stopped: some(finished.stopped),
            left: some(finished.left),
            sandbox: finished.sandbox.map(|report| Sandbox {
                mode: report.mode,
                denied: report.denied,
                enforcement: report.enforcement,
            }),
        }
    }
}

impl From<Captured> for Stream {
    fn from(captured: Captured) -> Self {
        Self {
            truncated: captured.is_truncated(),
            bytes: captured.total,
            text: text(captured.bytes),
            head: captured.head.map(text),
            spill_path: captured.spill.map(|path| path.display().to_string()),
        }
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
