//! The seam to the disk: what the tools ask of it, and the one place that touches it.
//!
//! [`LocalDisk`] is the disk of this machine. [`Overlay`] keeps what is written in memory and leaves the disk below it alone. A
//! host whose files are elsewhere implements [`Disk`] itself.
//!
//! Everything here may block for as long as the disk does, so the tools call it on the blocking pool.

mod attributes;
mod fault;
mod folder;
mod local;
mod lock;
mod overlay;
mod publish;
mod staging;
mod walk;

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub use local::LocalDisk;
pub(crate) use lock::lock;
pub use overlay::Overlay;
pub(crate) use walk::is_version_control;

/// What kind of thing a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// A regular file, the only kind with a content.
    File,
    /// A directory.
    Folder,
    /// A symbolic link, where links were not followed.
    Link,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A character device.
    CharDevice,
    /// A block device.
    BlockDevice,
    /// Anything else.
    Special,
}

impl FileKind {
    /// The words for a sentence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Folder => "directory",
            Self::Link => "symbolic link",
            Self::Fifo => "FIFO (named pipe)",
            Self::Socket => "socket",
            Self::CharDevice => "character device",
            Self::BlockDevice => "block device",
            Self::Special => "special file",
        }
    }
}

/// Tells one state of a file from another: compared for equality, never looked into.
///
/// The local disk takes device, inode, length and the two times of change. A disk that counts revisions puts the count there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version([u64; 5]);

impl Version {
    /// The version that these numbers stand for.
    pub const fn new(parts: [u64; 5]) -> Self {
        Self(parts)
    }
}

/// What a disk knows of a file without reading it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Stat {
    /// Its kind.
    pub kind: FileKind,
    /// How many bytes it says that it has. The kernel's own files say 0 and have some.
    pub length: u64,
    /// Its state.
    pub version: Version,
    /// Whether every later change is sure to change the version. A clock ticks only so often: of a file that was changed just
    /// now, a change within the same tick could not be told, so who compares looks at the content as well.
    pub settled: bool,
    /// When its content was last changed.
    pub modified: SystemTime,
    /// How many names it has.
    pub links: u64,
}

impl Stat {
    /// A regular file with one name, whose version tells every change.
    pub const fn file(length: u64, version: Version, modified: SystemTime) -> Self {
        Self { kind: FileKind::File, length, version, settled: true, modified, links: 1 }
    }

    /// A folder.
    pub const fn folder(version: Version, modified: SystemTime) -> Self {
        Self { kind: FileKind::Folder, length: 0, version, settled: true, modified, links: 1 }
    }
}

/// The content of an open file, from its start to the end that it had when it was opened.
pub trait Content: Read + Send {
    /// Moves past zeros that the disk does not hold and need not read, and tells how many; 0 when it cannot tell.
    ///
    /// # Errors
    /// What the disk says.
    fn skip_hole(&mut self) -> io::Result<u64> {
        Ok(0)
    }
}

impl<T: AsRef<[u8]> + Send> Content for io::Cursor<T> {}

/// A regular file, open for reading.
pub struct OpenFile {
    /// Of the file that is open, not of whatever its path leads to by now.
    pub stat: Stat,
    /// What it holds.
    pub content: Box<dyn Content>,
}

impl fmt::Debug for OpenFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenFile").field("stat", &self.stat).finish_non_exhaustive()
    }
}

/// Why a disk did not do what it was asked.
#[derive(Debug)]
#[non_exhaustive]
pub enum DiskError {
    /// There is something, and it is no regular file.
    NotRegular(FileKind),
    /// Nothing was to be there, and something is.
    Exists,
    /// The file is not in the state that was expected.
    Changed,
    /// The path leads out of the folder that it has to stay in.
    Outside,
    /// The file may not be written, by its mode.
    ReadOnly,
    /// Somebody else is writing this very file and did not come to an end.
    Busy,
    /// The caller told it to stop, and it did before anything was changed.
    Stopped,
    /// What the operating system says.
    Io(io::Error),
}

impl From<io::Error> for DiskError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<rustix::io::Errno> for DiskError {
    fn from(error: rustix::io::Errno) -> Self {
        Self::Io(error.into())
    }
}

/// What has to be true of a file for new content to take its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing: whatever is there is replaced.
    Anything,
    /// Nothing is there. Whoever comes first wins.
    Absent,
    /// The file is in this state.
    Unchanged(Version),
}

/// New content for a file.
#[derive(Clone, Copy, Debug)]
pub struct Publication<'a> {
    /// Where: absolute, without links and `..`, as [`Disk::real_path`] gives it.
    pub path: &'a Path,
    /// The bytes, in pieces that follow each other.
    pub pieces: &'a [&'a [u8]],
    /// What has to be true before.
    pub expected: Expected,
    /// A folder that the file has to lie below, also if somebody turns links while it is written.
    pub within: Option<&'a Path>,
}

/// What became of a [`Publication`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Published {
    /// The file as it is now.
    pub stat: Stat,
    /// Whether there was none before.
    pub created: bool,
    /// Whether the file had other names, which keep the old content.
    pub split: bool,
}

impl Published {
    /// A publication that left no other name behind.
    pub const fn new(stat: Stat, created: bool) -> Self {
        Self { stat, created, split: false }
    }
}

/// Where to look for files.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    /// The folder to begin in.
    pub root: &'a Path,
    /// Whether files and folders that ignore files (`.gitignore`, `.ignore`) name are left out.
    pub honour_ignore: bool,
}

/// What a walk comes across.
#[derive(Debug)]
pub enum Found<'a> {
    /// A regular file.
    File(&'a Path),
    /// Something that could not be looked at.
    Unreadable(PathBuf, io::Error),
}

/// Takes what one thread of a walk finds, and tells whether to go on.
pub type Visitor<'a> = Box<dyn FnMut(Found<'_>) -> bool + Send + 'a>;

/// A place with files.
///
/// Paths are absolute. Where a method says *real*, the path has no links and no `..`.
///
/// A disk decides nothing about who may do what; it keeps to the terms that it is given.
pub trait Disk: fmt::Debug + Send + Sync + 'static {
    /// The real path of `path`, the same for every spelling of one file. Of a file that does not exist: that of the deepest
    /// folder that does, and the rest as it is written.
    ///
    /// # Errors
    /// Links go round in a circle, or a step may not be looked at.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// What is known of the file at `path`, links followed.
    ///
    /// # Errors
    /// There is none, or it may not be looked at.
    fn stat(&self, path: &Path) -> io::Result<Stat>;

    /// Where a symbolic link leads, for messages.
    ///
    /// # Errors
    /// It is none.
    fn link_target(&self, path: &Path) -> io::Result<PathBuf>;

    /// Some names in a folder, `most` at most, folders with a `/` behind.
    ///
    /// # Errors
    /// What the disk says.
    fn names(&self, folder: &Path, most: usize) -> io::Result<Vec<String>>;

    /// Opens a regular file for reading and nothing else, links followed, without waiting for anybody.
    ///
    /// # Errors
    /// [`DiskError::NotRegular`], or what the operating system says.
    fn open(&self, path: &Path) -> Result<OpenFile, DiskError>;

    /// Opens a file that a walk has just found. A link that took its place is not followed.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    fn open_found(&self, path: &Path) -> Result<OpenFile, DiskError> {
        self.open(path)
    }

    /// Gives a file new content, all at once: whoever opens it sees the old content or the new one. Missing folders are made.
    /// What the old file had beside its content, its mode above all, the new one has too.
    ///
    /// `stop` is asked between the steps; once the new content is in its place, it is no more.
    ///
    /// # Errors
    /// After each of them the old file is as it was, and nothing else is left behind.
    fn publish(&self, publication: &Publication<'_>, stop: &dyn Fn() -> bool) -> Result<Published, DiskError>;

    /// Goes through the files below a folder, on as many threads as it likes, each with a visitor of its own. Links are not
    /// followed; the folders of version control (`.git` and its like) are left out; hidden files are not.
    fn walk<'a>(&self, walk: &Walk<'_>, visitor: &(dyn Fn() -> Visitor<'a> + Sync));
}
