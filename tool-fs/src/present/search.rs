//! What the cards of `glob` and `grep` show: the page that the model read, as data.

use std::ops::Range;

use tool_sdk::prelude::*;
use tool_sdk::present::{FileMatches, LineMatch};

use crate::args::{GlobArgs, GrepArgs};
use crate::output::{GlobOutput, GrepMatch, GrepOutput};
use crate::render;

/// What a log keeps of the files that were found.
///
/// As JSON: `{"paths":["src/lib.rs"],"total":1,"truncated":false}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(result = search(paths = paths, total = total, truncated = truncated))]
#[non_exhaustive]
pub struct GlobMeta {
    /// The paths that the model read.
    pub paths: Vec<String>,
    /// How many there are.
    pub total: u64,
    /// Whether these are not all.
    pub truncated: bool,
}

impl GlobMeta {
    pub(crate) fn new(args: &GlobArgs, value: &GlobOutput) -> Self {
        let paths = page(&value.paths, render::search::shown_paths(args, value)).to_vec();
        Self { truncated: (paths.len() as u64) < value.total, total: value.total, paths }
    }
}

/// What a log keeps of the matches that were found, by the mode of the search.
///
/// As JSON: `{"mode":"content","files":[{"path":"a.txt","matches":[{"lineNumber":3,"line":"hit"}]}],"total":1,"truncated":false}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(tag = "mode", rename_all = "snake_case")]
#[non_exhaustive]
pub enum GrepMeta {
    /// The matching lines.
    Content {
        /// Those that the model read, under their files.
        files: Vec<FileMatches>,
        /// How many matches there are.
        total: u64,
        /// Whether these are not all.
        truncated: bool,
    },
    /// The files with a match.
    Files {
        /// Those that the model read.
        paths: Vec<String>,
        /// How many there are.
        total: u64,
        /// Whether these are not all.
        truncated: bool,
    },
    /// How many matches each file has; no card but the text tells that.
    Count {
        /// How many matches there are.
        total: u64,
    },
}

impl GrepMeta {
    pub(crate) fn new(args: &GrepArgs, value: &GrepOutput) -> Self {
        let shown = render::search::shown(args, value);
        match value {
            GrepOutput::Content { matches, total, .. } => {
                let matches = page(matches, shown);
                let truncated = (matches.len() as u64) < *total;
                Self::Content { files: by_file(matches), total: *total, truncated }
            }
            GrepOutput::Files { paths, total, .. } => {
                let paths = page(paths, shown).to_vec();
                Self::Files { truncated: (paths.len() as u64) < *total, total: *total, paths }
            }
            GrepOutput::Count { total, .. } => Self::Count { total: *total },
        }
    }
}

/// The card of a search for lines.
pub(crate) fn found(result: &Presented<GrepMeta>) -> Option<ResultView> {
    match result.meta().filter(|_| !result.is_error())? {
        GrepMeta::Content { files, total, truncated } => {
            Some(ResultView::matches(files.iter().cloned(), *total).truncated(*truncated))
        }
        GrepMeta::Files { paths, total, truncated } => {
            Some(ResultView::paths(paths.iter().cloned(), *total).truncated(*truncated))
        }
        GrepMeta::Count { .. } => None,
    }
}

fn page<T>(all: &[T], shown: Range<usize>) -> &[T] {
    all.get(shown).unwrap_or_default()
}

/// Neighbours of one file under its path; their lines cut to what the model read.
fn by_file(matches: &[GrepMatch]) -> Vec<FileMatches> {
    let of_one = |of_file: &[GrepMatch]| {
        let line =
            |found: &GrepMatch| LineMatch::new(found.line_number, render::search::excerpt(&found.line, found.at));
        FileMatches::new(&of_file[0].path, of_file.iter().map(line))
    };
    matches.chunk_by(|one, next| one.path == next.path).map(of_one).collect()
}
