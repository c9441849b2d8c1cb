//! What a search tells beside its results, gathered from all of its threads.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::output::{SearchNote, SearchNoteKind};
use crate::path;

/// How many paths a note names.
const NAMED: usize = 5;

#[derive(Debug, Default)]
struct Tally {
    count: u64,
    first: BTreeSet<String>,
}

/// Notes by their kind.
#[derive(Debug)]
pub(crate) struct Notes<'a> {
    base: &'a Path,
    tallies: Mutex<BTreeMap<SearchNoteKind, Tally>>,
}

impl<'a> Notes<'a> {
    pub(crate) fn new(base: &'a Path) -> Self {
        Self { base, tallies: Mutex::default() }
    }

    pub(crate) fn add(&self, kind: SearchNoteKind, path: &Path) {
        let mut tallies = self.tallies();
        let tally = tallies.entry(kind).or_default();
        tally.count += 1;
        tally.first.insert(path::told(self.base, path));
        if tally.first.len() > NAMED {
            tally.first.pop_last();
        }
    }

    /// The same of a path that stands in the results, if it had to be bent to be text.
    pub(crate) fn add_if_bent(&self, path: &Path) {
        if path.to_str().is_none() {
            self.add(SearchNoteKind::Name, path);
        }
    }

    /// A note without a path.
    pub(crate) fn say(&self, kind: SearchNoteKind) {
        self.tallies().entry(kind).or_default();
    }

    fn tallies(&self) -> MutexGuard<'_, BTreeMap<SearchNoteKind, Tally>> {
        self.tallies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn finish(self) -> Option<Vec<SearchNote>> {
        let tallies = self.tallies.into_inner().unwrap_or_else(PoisonError::into_inner);
        let note = |(kind, tally): (_, Tally)| SearchNote::new(kind, tally.count, tally.first.into_iter().collect());
        let notes: Vec<_> = tallies.into_iter().map(note).collect();
        (!notes.is_empty()).then_some(notes)
    }
}
