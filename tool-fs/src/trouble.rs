//! What can go wrong with a file: the one table of codes, and every sentence that a model reads about it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use tool_sdk::{ErrorCode, ToolError};

use crate::encoding::NotText;
use crate::provider::{Disk, DiskError, FileKind};

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
    /// A directory, FIFO, socket or device, none of which is ever read or written.
    pub const NOT_REGULAR_FILE: &str = "FS_NOT_REGULAR_FILE";
    /// The bytes are no text in an encoding that is understood.
    pub const NOT_TEXT: &str = "FS_NOT_TEXT";
    /// The bytes are no image that a model can be shown.
    pub const NOT_IMAGE: &str = "FS_NOT_IMAGE";
    /// More than is taken.
    pub const TOO_LARGE: &str = "FS_TOO_LARGE";
    /// The operating system forbids it.
    pub const PERMISSION_DENIED: &str = "FS_PERMISSION_DENIED";
    /// The confinement forbids it.
    pub const SANDBOX_DENIED: &str = "FS_SANDBOX_DENIED";
    /// The file changed since it was read.
    pub const STALE_VERSION: &str = "FS_STALE_VERSION";
    /// The file exists and was not read.
    pub const NOT_OBSERVED: &str = "FS_NOT_OBSERVED";
    /// The text to replace stands in the file more than once.
    pub const AMBIGUOUS_EDIT: &str = "FS_AMBIGUOUS_EDIT";
    /// The text to replace does not stand in the file.
    pub const EDIT_NOT_FOUND: &str = "FS_EDIT_NOT_FOUND";
    /// The operating system failed in another way.
    pub const IO_ERROR: &str = "FS_IO_ERROR";
    /// The pattern of a search is none.
    pub const INVALID_PATTERN: &str = "SEARCH_INVALID_PATTERN";
}

/// How many names of a folder are looked at, and how many of these are told.
const NAMES_SEEN: usize = 1_000;
const NAMES_TOLD: usize = 20;

/// What was to be done with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    Reading,
    Writing,
    Searching,
}

impl Doing {
    fn participle(self) -> &'static str {
        match self {
            Self::Reading => "read",
            Self::Writing => "written",
            Self::Searching => "searched",
        }
    }
}

/// Why something was not done with a file. `Display` tells what, where and what to do next.
#[derive(Debug)]
pub(crate) struct Trouble {
    path: PathBuf,
    argument: &'static str,
    doing: Doing,
    what: Box<What>,
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
    /// A file where a folder is asked for.
    NoFolder,
    /// A folder, with some of the names in it.
    Folder { names: Vec<String>, more: bool },
    /// Another kind of file without a content of its own.
    Special { kind: FileKind },
    /// No text.
    NotText(NotText),
    /// No image; why.
    NotImage(String),
    /// More bytes than are taken.
    TooLarge { bytes: u64, most: u64 },
    /// Fewer lines than the offset asks for.
    PastEnd { offset: u64, total: u64 },
    /// A regular file by its type that waits for data like a pipe does.
    Waiting,
    /// Not allowed.
    Denied { source: io::Error },
    /// Not allowed by the mode of the file.
    ReadOnly,
    /// Not allowed by the confinement, whose sentence this is.
    Confined(String),
    /// The link or folder that a confined write went through was turned meanwhile.
    Outside,
    /// Changed since it was read.
    Stale,
    /// There, but never read.
    NotObserved,
    /// Somebody else writes it.
    Busy,
    /// The text to replace is not there; the sentence.
    EditNotFound(String),
    /// The text to replace is there more than once; the sentence.
    Ambiguous(String),
    /// The call was cancelled before anything was changed.
    Stopped,
    /// The call was cancelled after the new content was in its place.
    StoppedAfterwards,
    /// All else that the operating system reports.
    Failed { source: io::Error },
}

impl Trouble {
    /// Something went wrong with the file that a caller knows as `path`.
    pub(crate) fn new(doing: Doing, path: impl Into<PathBuf>, what: What) -> Self {
        Self { path: path.into(), argument: "file_path", doing, what: Box::new(what) }
    }

    /// What a disk said, with what a model needs to know beyond it.
    pub(crate) fn of(doing: Doing, disk: &dyn Disk, path: &Path, error: DiskError) -> Self {
        let what = match error {
            DiskError::NotRegular(FileKind::Folder) => folder(disk, path),
            DiskError::NotRegular(kind) => What::Special { kind },
            DiskError::Exists => What::NotObserved,
            DiskError::Changed => What::Stale,
            DiskError::Outside => What::Outside,
            DiskError::ReadOnly => What::ReadOnly,
            DiskError::Busy => What::Busy,
            DiskError::Stopped => What::Stopped,
            DiskError::Io(source) => failed(disk, path, source),
        };
        Self::new(doing, path, what)
    }

    /// The same about another argument than `file_path`.
    pub(crate) fn about(mut self, argument: &'static str) -> Self {
        self.argument = argument;
        self
    }

    /// The code that a program tells the trouble by.
    pub(crate) fn code(&self) -> ErrorCode {
        let code = match &*self.what {
            What::Missing { .. } | What::DanglingLink { .. } | What::PastEnd { .. } => code::NOT_FOUND,
            What::FileAsFolder { .. } | What::NoFolder => code::NOT_DIRECTORY,
            What::Folder { .. } | What::Special { .. } | What::Waiting => code::NOT_REGULAR_FILE,
            What::NotText(_) => code::NOT_TEXT,
            What::NotImage(_) => code::NOT_IMAGE,
            What::TooLarge { .. } => code::TOO_LARGE,
            What::Denied { .. } | What::ReadOnly => code::PERMISSION_DENIED,
            What::Confined(_) | What::Outside => code::SANDBOX_DENIED,
            What::Stale => code::STALE_VERSION,
            What::NotObserved => code::NOT_OBSERVED,
            What::EditNotFound(_) => code::EDIT_NOT_FOUND,
            What::Ambiguous(_) => code::AMBIGUOUS_EDIT,
            What::Busy | What::Failed { .. } => code::IO_ERROR,
            What::Stopped | What::StoppedAfterwards => return ErrorCode::ABORTED,
        };
        code.into()
    }

    /// The kind of trouble.
    pub(crate) fn what(&self) -> &What {
        &self.what
    }

    /// What the operating system said, when the sentence does not repeat it.
    fn into_source(self) -> Option<io::Error> {
        match *self.what {
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
        let error = Self::new(trouble.code(), trouble.to_string());
        let error = match &*trouble.what {
            What::Stopped | What::StoppedAfterwards => error,
            What::PastEnd { .. } => error.at("offset"),
            _ => error.at(trouble.argument),
        };
        match trouble.into_source() {
            Some(source) => error.because(source),
            None => error,
        }
    }
}

/// Some names of a folder. Which ones is up to the disk when there are very many.
fn folder(disk: &dyn Disk, path: &Path) -> What {
    let mut names = disk.names(path, NAMES_SEEN).unwrap_or_default();
    names.sort_unstable();
    let more = names.len() > NAMES_TOLD;
    names.truncate(NAMES_TOLD);
    What::Folder { names, more }
}

/// Finds out what a model needs to know beyond the error of the operating system.
fn failed(disk: &dyn Disk, path: &Path, source: io::Error) -> What {
    match source.kind() {
        io::ErrorKind::NotFound => match disk.link_target(path) {
            Ok(target) => What::DanglingLink { target, source },
            Err(_) => What::Missing { nearest: nearest(disk, path, |kind| kind == FileKind::Folder), source },
        },
        io::ErrorKind::NotADirectory => match nearest(disk, path, |kind| kind != FileKind::Folder) {
            Some(file) => What::FileAsFolder { file, source },
            None => What::Failed { source },
        },
        io::ErrorKind::PermissionDenied => What::Denied { source },
        io::ErrorKind::WouldBlock => What::Waiting,
        _ => What::Failed { source },
    }
}

/// The deepest place above `path` that exists, if it is what is asked for.
fn nearest(disk: &dyn Disk, path: &Path, is_wanted: impl FnOnce(FileKind) -> bool) -> Option<PathBuf> {
    let (place, stat) = path.ancestors().skip(1).find_map(|place| disk.stat(place).ok().map(|stat| (place, stat)))?;
    is_wanted(stat.kind).then(|| place.to_owned())
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, done) = (self.path.display(), self.doing.participle());
        match &*self.what {
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
            What::NoFolder => write!(f, "{path} is not a directory. Send a directory."),
            What::Folder { names, .. } if names.is_empty() => {
                write!(f, "{path} is a directory, not a file. It is empty.")
            }
            What::Folder { names, more } => {
                let rest = if *more { " and more" } else { "" };
                let names = names.join(", ");
                write!(f, "{path} is a directory, not a file. It holds {names}{rest}; send one of its files.")
            }
            What::Special { kind } => {
                let kind = kind.as_str();
                write!(
                    f,
                    "{path} is a {kind}, not a regular file, and was not {done}. Only regular files can be {done}."
                )
            }
            What::NotText(why) => write!(f, "{path} {why}. Use a tool made for such files."),
            What::NotImage(why) => write!(f, "{path} {why}"),
            What::TooLarge { bytes, most } => {
                write!(f, "{path} has {bytes} bytes and was not {done}: at most {most} are taken.")
            }
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
                write!(f, "{path} may not be {done}: permission denied. Use another file, or ask for access.")
            }
            What::ReadOnly => {
                write!(f, "{path} may not be written: the file is read-only. Ask before you make it writable.")
            }
            What::Confined(why) => write!(f, "{path} {why}"),
            What::Outside => {
                write!(f, "{path} was not written: a folder of the path became a link meanwhile. Look at it again.")
            }
            What::Stale => {
                write!(f, "{path} has changed since it was read, and was left as it is. Read it again, then retry.")
            }
            What::NotObserved => {
                write!(f, "{path} exists and has not been read, so it was left as it is. Read it, then retry.")
            }
            What::Busy => write!(f, "{path} was not written: somebody else is writing it. Retry later."),
            What::EditNotFound(why) | What::Ambiguous(why) => f.write_str(why),
            What::Stopped if self.doing == Doing::Writing => {
                write!(f, "the call was cancelled; {path} is as it was")
            }
            What::Stopped => f.write_str(ErrorCode::ABORTED.default_text()),
            What::StoppedAfterwards => write!(f, "the call was cancelled after {path} was written"),
            What::Failed { source } => write!(f, "{path} could not be {done}: {source}."),
        }
    }
}
