//! The values of the tools that search.

use tool_sdk::prelude::*;

/// Something about a search that its results do not tell.
///
/// As JSON: `{"kind":"unreadable","count":1,"paths":["secret.txt"]}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[non_exhaustive]
pub struct SearchNote {
    /// What happened.
    pub kind: SearchNoteKind,
    /// To how many files or folders.
    pub count: u64,
    /// The first of them.
    pub paths: Vec<String>,
}

/// What a [`SearchNote`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ToolValue)]
#[tool(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SearchNoteKind {
    /// May not be read.
    Unreadable,
    /// Left out since an ignore file names it. Told when nothing was found.
    Ignored,
    /// Is no text; told of a file that was asked for by its path.
    Binary,
    /// Holds a line, or for a pattern across lines a text, that is too long to be searched.
    TooLong,
    /// Its name is no Unicode text, so that the path given here does not lead to it.
    Name,
    /// Lies in a folder of version control, which is not searched.
    VersionControl,
    /// The pattern is the path of a folder.
    Folder,
    /// A `[` in the pattern begins a class of characters; `\[` stands for itself.
    Class,
}

impl SearchNote {
    pub(crate) fn new(kind: SearchNoteKind, count: u64, paths: Vec<String>) -> Self {
        Self { kind, count, paths }
    }
}

/// The value of [`Glob`](crate::Glob).
///
/// As JSON: `{"root":"/srv","paths":["src/lib.rs"],"total":1}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GlobOutput {
    /// Absolute path of the directory that was searched.
    pub root: String,
    /// The files, the one that changed last first; relative to the working directory when they lie in it. The newest 100,000
    /// when there are more.
    pub paths: Vec<String>,
    /// How many files match.
    pub total: u64,
    /// What the paths do not tell; absent when there is nothing of the kind.
    pub notes: Option<Vec<SearchNote>>,
}

/// The value of [`Grep`](crate::Grep), by its mode; in the order of the paths.
///
/// As JSON: `{"mode":"content","matches":[{"path":"a.txt","lineNumber":3,"line":"hit"}],"total":1,"files":1,"complete":true}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(tag = "mode", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum GrepOutput {
    /// The matching lines.
    Content {
        /// Each match.
        matches: Vec<GrepMatch>,
        /// How many matches there are.
        total: u64,
        /// How many files have one.
        files: u64,
        /// Whether `matches` holds all of them, whole: it ends at 20 MB.
        complete: bool,
        /// What the matches do not tell; absent when there is nothing of the kind.
        notes: Option<Vec<SearchNote>>,
    },
    /// The files with a match.
    Files {
        /// Their paths.
        paths: Vec<String>,
        /// How many there are.
        total: u64,
        /// Whether `paths` holds all of them: it ends at 20 MB.
        complete: bool,
        /// What the paths do not tell; absent when there is nothing of the kind.
        notes: Option<Vec<SearchNote>>,
    },
    /// How many matches each file has.
    Count {
        /// The files with a match.
        counts: Vec<FileCount>,
        /// How many matches there are.
        total: u64,
        /// Whether `counts` holds all files: it ends at 20 MB.
        complete: bool,
        /// What the counts do not tell; absent when there is nothing of the kind.
        notes: Option<Vec<SearchNote>>,
    },
}

/// One match.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GrepMatch {
    /// Path of the file; relative to the working directory when it lies in it.
    pub path: String,
    /// Number of the line, or of the first line of a match across lines, counted from 1 as `read` counts.
    pub line_number: u64,
    /// The line without its end, or all lines of a match across lines.
    pub line: String,
    /// The lines before it; absent when none were asked for.
    pub before: Option<Vec<String>>,
    /// The lines after it; absent when none were asked for.
    pub after: Option<Vec<String>>,
    /// Where in `line` the match begins, in bytes.
    #[arg(skip)]
    pub(crate) at: usize,
}

/// How many matches a file has.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[non_exhaustive]
pub struct FileCount {
    /// Path of the file; relative to the working directory when it lies in it.
    pub path: String,
    /// How many matches.
    pub count: u64,
}
