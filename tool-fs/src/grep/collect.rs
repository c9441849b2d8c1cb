//! The results of all files, bounded in memory, in the order of the paths.

use std::path::{Path, PathBuf};

use super::file::{Hit, Hits};
use crate::args::GrepMode;
use crate::notes::Notes;
use crate::output::{FileCount, GrepMatch, GrepOutput};
use crate::path;

/// How many bytes of paths and lines are kept. Beyond them matches are counted only.
const MOST_KEPT: usize = 20_000_000;

/// What one result takes beside its text.
const OVERHEAD: usize = 64;

/// Results as they come in.
#[derive(Debug)]
pub(crate) struct Collected {
    mode: GrepMode,
    files: Vec<(PathBuf, Hits)>,
    /// All matches and all files with one, also those that are not kept.
    matches: u64,
    with_matches: u64,
    kept: usize,
    complete: bool,
}

impl Collected {
    pub(crate) fn new(mode: GrepMode) -> Self {
        Self { mode, files: Vec::new(), matches: 0, with_matches: 0, kept: 0, complete: true }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.with_matches == 0
    }

    /// Adds the results of one file.
    pub(crate) fn add(&mut self, path: &Path, mut hits: Hits) {
        self.matches += hits.count;
        self.with_matches += 1;
        self.complete &= !hits.cut;
        self.kept += path.as_os_str().len() + OVERHEAD;
        let mut fits = 0;
        for hit in &hits.matches {
            self.kept += weight(hit);
            fits += usize::from(self.kept <= MOST_KEPT);
        }
        let is_kept = self.kept <= MOST_KEPT || fits > 0;
        self.complete &= is_kept && fits == hits.matches.len();
        if is_kept {
            hits.matches.truncate(fits);
            self.files.push((path.to_owned(), hits));
        }
    }

    /// The value. Paths are told from `base` on.
    pub(crate) fn finish(mut self, base: &Path, notes: Notes<'_>) -> GrepOutput {
        self.files.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let (complete, notes) = (self.complete, notes.finish());
        let files = self.files.into_iter().map(|(path, hits)| (path::told(base, &path), hits));
        match self.mode {
            GrepMode::Content => {
                let matches =
                    files.flat_map(|(path, hits)| hits.matches.into_iter().map(move |hit| output(path.clone(), hit)));
                let matches = matches.collect();
                GrepOutput::Content { matches, total: self.matches, files: self.with_matches, complete, notes }
            }
            GrepMode::Files => {
                let paths = files.map(|(path, _)| path).collect();
                GrepOutput::Files { paths, total: self.with_matches, complete, notes }
            }
            GrepMode::Count => {
                let counts = files.map(|(path, hits)| FileCount { path, count: hits.count }).collect();
                GrepOutput::Count { counts, total: self.matches, complete, notes }
            }
        }
    }
}

fn weight(hit: &Hit) -> usize {
    let around: usize = hit.before.iter().chain(&hit.after).map(|line| line.len() + OVERHEAD).sum();
    hit.line.len() + around + OVERHEAD
}

fn output(path: String, hit: Hit) -> GrepMatch {
    let lines = |lines: Vec<String>| (!lines.is_empty()).then_some(lines);
    GrepMatch {
        path,
        line_number: hit.number,
        line: hit.line,
        before: lines(hit.before),
        after: lines(hit.after),
        at: hit.at,
    }
}
