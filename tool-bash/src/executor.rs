//! The seam between the tool and whatever runs a command.

use std::ffi::OsString;
use std::fmt;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tool_sdk::{Confinement, ConfinementMode};

use crate::capture::Captured;
use crate::trouble::ShellError;

/// Runs commands: [`Local`](crate::Local) on this machine, or what a host puts in its place, a container for one.
///
/// # Contract
/// * The command reaches a shell byte for byte, without a terminal and without anything on standard input.
/// * The future ends when the shell has; it does not wait for others that hold its output.
/// * When `stop` is cancelled, or the time is over, everything that belongs to the command is ended, and the future then gives
///   what was written until then, with the [`Cause`].
/// * When the future is dropped, everything that belongs to the command is ended without anybody waiting for it.
/// * An exit code other than 0 is no error.
/// * A command that has a confinement runs under it or not at all.
pub trait Executor: fmt::Debug + Send + Sync + 'static {
    /// Runs one command to its end.
    ///
    /// # Errors
    /// The command could not be started, or nobody knows how it ended.
    fn run<'a>(&'a self, command: Command, stop: CancellationToken, live: Option<&'a dyn Live>) -> Running<'a>;

    /// The policy that commands run under unless they bring their own; none if this executor cannot confine.
    fn confinement(&self) -> Option<&Confinement> {
        None
    }
}

impl<E: Executor + ?Sized> Executor for std::sync::Arc<E> {
    fn run<'a>(&'a self, command: Command, stop: CancellationToken, live: Option<&'a dyn Live>) -> Running<'a> {
        (**self).run(command, stop, live)
    }

    fn confinement(&self) -> Option<&Confinement> {
        (**self).confinement()
    }
}

/// A command on its way.
pub type Running<'a> = Pin<Box<dyn Future<Output = Result<Finished, ShellError>> + Send + 'a>>;

/// What an executor is asked to run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Command {
    /// The text for the shell.
    pub text: String,
    /// Where it runs: an absolute path.
    pub directory: PathBuf,
    /// Variables on top of those that the executor passes.
    pub environment: Vec<(OsString, OsString)>,
    /// How long it may take, from its start.
    pub timeout: Option<Duration>,
    /// The policy of this command alone, where it is not that of the executor.
    pub confinement: Option<Confinement>,
}

impl Command {
    /// A command without a time limit.
    pub fn new(text: impl Into<String>, directory: impl Into<PathBuf>) -> Self {
        Self {
            text: text.into(),
            directory: directory.into(),
            environment: Vec::new(),
            timeout: None,
            confinement: None,
        }
    }

    /// Limits the time.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Runs this command under a policy of its own, which somebody has approved.
    #[must_use]
    pub fn confinement(mut self, confinement: Confinement) -> Self {
        self.confinement = Some(confinement);
        self
    }

    /// Sets a variable for this command.
    #[must_use]
    pub fn variable(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }
}

/// Which of its two outputs a command wrote to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// Is shown what a command writes while it runs.
///
/// The text is whole characters: one that arrives in two parts is held back until it is complete. Bytes that are no text are
/// shown as U+FFFD. It is called where the output is read, so it should be quick; [`Throttled`](crate::Throttled) makes it rare.
pub trait Live: Send + Sync {
    /// More was written.
    fn wrote(&self, output: Output, text: &str);
}

/// How a command ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct Finished {
    /// How the shell itself ended.
    pub end: End,
    /// Why it was ended from outside, if it was.
    pub cause: Option<Cause>,
    /// What was written to standard output.
    pub stdout: Captured,
    /// What was written to standard error.
    pub stderr: Captured,
    /// How many processes the shell left behind that were then stopped.
    pub stopped: u32,
    /// How many processes could not be ended.
    pub left: u32,
    /// The confinement that it ran under.
    pub sandbox: Option<SandboxReport>,
}

/// The confinement of a command, and whether it was felt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SandboxReport {
    /// The mode.
    pub mode: ConfinementMode,
    /// Whether something that the command tried seems to have been denied by it.
    pub denied: bool,
    /// What enforced it.
    pub enforcement: Option<String>,
}

impl SandboxReport {
    /// A confinement that nothing tried to leave.
    pub fn new(mode: ConfinementMode) -> Self {
        Self { mode, denied: false, enforcement: None }
    }
}

impl Finished {
    /// A command that ended by itself and left nothing behind.
    pub fn new(end: End, stdout: Captured, stderr: Captured) -> Self {
        Self { end, cause: None, stdout, stderr, stopped: 0, left: 0, sandbox: None }
    }
}

/// How a shell ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With this exit code.
    Code(i32),
    /// By the signal of this number.
    Signal(i32),
}

/// Who ended a command from outside: whoever came first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Its time was over.
    TimedOut,
    /// The caller did.
    Cancelled,
}
