//! What can go wrong around a command: the one table of codes, and every sentence that a model reads about it.

use std::io;
use std::path::PathBuf;

use tool_sdk::{ErrorCode, ToolError};

/// The codes of this crate's errors.
///
/// ```
/// assert_eq!(tool_bash::code::BAD_DIRECTORY, "BASH_BAD_DIRECTORY");
/// ```
pub mod code {
    /// The working directory is missing, no directory, or may not be entered.
    pub const BAD_DIRECTORY: &str = "BASH_BAD_DIRECTORY";
    /// The shell could not be started.
    pub const NOT_STARTED: &str = "BASH_NOT_STARTED";
    /// Nobody knows how the command ended: what watched over it was killed or did not answer.
    pub const LOST: &str = "BASH_LOST";
    /// The confinement that is asked for cannot be had here, so nothing was run.
    pub const SANDBOX_UNAVAILABLE: &str = "SANDBOX_UNAVAILABLE";
}

/// Why there is no [`Finished`](crate::Finished). `Display` tells what, where and what to do next.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShellError {
    /// The command, the directory or a variable holds a NUL, where the operating system would end it.
    #[error("the {part} cannot hold a NUL character; nothing was run")]
    Nul {
        /// Which of them.
        part: &'static str,
    },
    /// The working directory cannot be used.
    #[error("the working directory {} {}; nothing was run", path.display(), directory_reason(source))]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// The shell, or what starts it, cannot be started.
    #[error("{what} could not be started: {source}")]
    NotStarted {
        /// What was to be started.
        what: String,
        /// What the operating system says.
        source: io::Error,
    },
    /// The confinement cannot be had.
    #[error("the command was not run: it may only run confined, and {reason}")]
    SandboxUnavailable {
        /// What is missing.
        reason: String,
    },
    /// The end of the command is not known.
    #[error("{reason}. What belonged to the command was killed; it may have had effects. Output until then:\n{output}")]
    Lost {
        /// What happened.
        reason: String,
        /// The end of what was written.
        output: String,
    },
}

fn directory_reason(source: &io::Error) -> String {
    match source.kind() {
        io::ErrorKind::NotFound => "does not exist".to_owned(),
        io::ErrorKind::NotADirectory => "is not a directory".to_owned(),
        io::ErrorKind::PermissionDenied => "may not be entered: permission denied".to_owned(),
        _ => format!("cannot be used: {source}"),
    }
}

impl ShellError {
    /// The code that a program tells the trouble by.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Nul { .. } => ErrorCode::INVALID_ARGS,
            Self::Directory { .. } => code::BAD_DIRECTORY.into(),
            Self::NotStarted { .. } => code::NOT_STARTED.into(),
            Self::SandboxUnavailable { .. } => code::SANDBOX_UNAVAILABLE.into(),
            Self::Lost { .. } => code::LOST.into(),
        }
    }

    /// The error of a call, with the code. `?` alone would give it the code `FAILED`, as to every standard error.
    pub fn into_tool_error(self) -> ToolError {
        let error = ToolError::new(self.code(), self.to_string());
        match self {
            Self::Directory { source, .. } => error.at("workdir").because(source),
            Self::Nul { .. } => error.at("command"),
            _ => error,
        }
    }
}
