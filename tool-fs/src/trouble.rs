//! What can go wrong with a file: the one table of codes, and every sentence that a model reads about it.

use std::fmt;
use std::io;
use std::path::PathBuf;

use tool_sdk::ToolError;

use crate::encoding::NotText;

/// The codes of this crate's errors.
///
/// ```
/// assert_eq!(tool_fs::code::NOT_FOUND, "FS_NOT_FOUND");
/// ```
pub mod code {
    /// Nothing is there: no such file, or no such line in it.
    pub const NOT_FOUND: &str = "FS_NOT_FOUND";
    /// A step of the path is a file where a folder is needed.
    pub const NOT_DIRECTORY: &str = "FS_NOT_DIRECTORY";
    /// A directory, FIFO, socket or device, none of which is ever read.
    pub const NOT_REGULAR_FILE: &str = "FS_NOT_REGULAR_FILE";
    /// The bytes are no text in an encoding that is understood.
    pub const NOT_TEXT: &str = "FS_NOT_TEXT";
    /// The operating system forbids it.
    pub const PERMISSION_DENIED: &str = "FS_PERMISSION_DENIED";
    /// The operating system failed in another way.
    pub const IO_ERROR: &str = "FS_IO_ERROR";
}

/// Why a file was not read. `Display` tells what, where and what to do next.
#[derive(Debug)]
pub(crate) struct Trouble {
    path: PathBuf,
    what: What,
}

/// The kinds of [`Trouble`], each with what its sentence needs.
#[derive(Debug)]
pub(crate) enum What {
    /// No file; `nearest` is the deepest folder above it that exists.
    Missing { nearest: Option<PathBuf>, source: io::Error },
    /// A symbolic link to something that does not exist.
    DanglingLink { target: PathBuf, source: io::Error },
    /// `file` stands in the path where a folder is needed.
    FileAsFolder { file: PathBuf, source: io::Error },
    /// A folder, with some of the names in it.
    Folder { names: Vec<String>, more: bool },
    /// Another kind of file without a content of its own.
    Special { kind: &'static str },
    /// No text.
    NotText(NotText),
    /// Fewer lines than the offset asks for.
    PastEnd { offset: u64, total: u64 },
    /// A regular file by its type that waits for data like a pipe does.
    Waiting,
    /// Not allowed.
    Denied { source: io::Error },
    /// All else that the operating system reports.
    Failed { source: io::Error },
}

impl Trouble {
    /// Something went wrong with the file that a caller knows as `path`.
    pub(crate) fn new(path: impl Into<PathBuf>, what: What) -> Self {
        Self { path: path.into(), what }
    }

    /// The code that a program tells the trouble by.
    pub(crate) fn code(&self) -> &'static str {
        match self.what {
            What::Missing { .. } | What::DanglingLink { .. } | What::PastEnd { .. } => code::NOT_FOUND,
            What::FileAsFolder { .. } => code::NOT_DIRECTORY,
            What::Folder { .. } | What::Special { .. } | What::Waiting => code::NOT_REGULAR_FILE,
            What::NotText(_) => code::NOT_TEXT,
            What::Denied { .. } => code::PERMISSION_DENIED,
            What::Failed { .. } => code::IO_ERROR,
        }
    }

    /// The argument that a caller has to change.
    fn argument(&self) -> &'static str {
        match self.what {
            What::PastEnd { .. } => "offset",
            _ => "file_path",
        }
    }

    /// What the operating system said, when the sentence does not repeat it.
    fn into_source(self) -> Option<io::Error> {
        match self.what {
            What::Missing { source, .. }
            | What::DanglingLink { source, .. }
            | What::FileAsFolder { source, .. }
            | What::Denied { source } => Some(source),
            _ => None,
        }
    }
}

impl From<Trouble> for ToolError {
    fn from(trouble: Trouble) -> Self {
        let error = Self::new(trouble.code(), trouble.to_string()).at(trouble.argument());
        match trouble.into_source() {
            Some(source) => error.because(source),
            None => error,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.what {
            What::Missing { nearest: Some(folder), .. } if self.path.parent() == Some(folder) => {
                write!(f, "{path} does not exist. Its folder does: check the name.")
            }
            What::Missing { nearest: Some(folder), .. } => {
                write!(f, "{path} does not exist. The nearest folder that does is {}.", folder.display())
            }
            What::Missing { nearest: None, .. } => write!(f, "{path} does not exist."),
            What::DanglingLink { target, .. } => {
                write!(f, "{path} is a symbolic link to {}, which does not exist.", target.display())
            }
            What::FileAsFolder { file, .. } => {
                write!(f, "{path} does not exist: {} is a file, not a folder.", file.display())
            }
            What::Folder { names, .. } if names.is_empty() => {
                write!(f, "{path} is a directory, not a file. It is empty.")
            }
            What::Folder { names, more } => {
                let rest = if *more { " and more" } else { "" };
                write!(
                    f,
                    "{path} is a directory, not a file. It holds {}{rest}; read one of its files.",
                    names.join(", ")
                )
            }
            What::Special { kind } => {
                write!(f, "{path} is a {kind}, not a regular file, and was not read. Only regular files can be read.")
            }
            What::NotText(why) => write!(f, "{path} {why}. Use a tool made for such files."),
            What::PastEnd { offset, total: 0 } => {
                write!(f, "{path} is empty: there is no line {offset}. Leave out the offset.")
            }
            What::PastEnd { offset, total } => {
                let lines = if *total == 1 { "line" } else { "lines" };
                write!(f, "{path} has {total} {lines}: there is no line {offset}. Send an offset from 1 to {total}.")
            }
            What::Waiting => {
                write!(f, "{path} has nothing to read yet and waits for data like a pipe, so it was not read.")
            }
            What::Denied { .. } => {
                write!(f, "{path} may not be read: permission denied. Use another file, or ask for access.")
            }
            What::Failed { source } => write!(f, "{path} could not be read: {source}."),
        }
    }
}
