//! What can go wrong with a log.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a log cannot be opened, written or read.
#[derive(Debug)]
#[non_exhaustive]
pub enum LogError {
    /// The operating system refuses.
    Io {
        /// The log.
        path: PathBuf,
        /// What it says.
        source: io::Error,
    },
    /// Another process, or another [`SessionLog`](super::SessionLog) of this one, writes to the log.
    InUse {
        /// The log.
        path: PathBuf,
    },
    /// The file holds something else; nothing was written to it.
    NotALog {
        /// The file.
        path: PathBuf,
    },
    /// A later version wrote the log; nothing was written to it.
    Version {
        /// The log.
        path: PathBuf,
        /// The version.
        found: u64,
    },
    /// A part of an event that has to be JSON is none; nothing was written.
    NotJson {
        /// The type of the event.
        event: &'static str,
        /// Which part.
        part: &'static str,
    },
    /// The line of an event would be longer than [`MAX_LINE`](super::MAX_LINE), which no reader holds; nothing was written.
    TooLong {
        /// The type of the event.
        event: &'static str,
    },
}

impl LogError {
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, .. } => write!(f, "the session log {} cannot be used", path.display()),
            Self::InUse { path } => {
                write!(f, "the session log {} has another writer; close it or choose another file", path.display())
            }
            Self::NotALog { path } => {
                write!(f, "{} is no session log; choose another file, or move this one away", path.display())
            }
            Self::Version { path, found } => {
                write!(f, "the session log {} has version {found}, this program writes version 1", path.display())
            }
            Self::NotJson { event, part } => write!(f, "the {part} of a {event} event is not JSON"),
            Self::TooLong { event } => {
                write!(f, "a {event} event has more than {} bytes; spill its content to a file", super::MAX_LINE)
            }
        }
    }
}

impl std::error::Error for LogError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
