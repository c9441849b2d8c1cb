//! The tool `grep`.

mod collect;
mod file;
mod filter;
mod query;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tool_sdk::prelude::*;

use crate::args::GrepArgs;
use crate::blocking::{self, Count, Stop};
use crate::notes::Notes;
use crate::output::{GrepOutput, SearchNoteKind};
use crate::place::{self, Place};
use crate::present::{self, GrepMeta};
use crate::provider::{DiskError, FileKind, Found, Walk};
use crate::render;
use crate::trouble::{Doing, Trouble, What};
use crate::workspace::Workspace;
use collect::Collected;
use file::{Looked, Seeker};
use filter::Filter;
use query::Query;

/// The tool `grep`: finds the lines of files that a regular expression matches, with ripgrep's engine.
///
/// What is text and what is a line is the same as for [`Read`](crate::Read): a line number here is one there. Files that are no text
/// are passed over, marked UTF-16 is decoded. Hidden files are searched, the folders of version control are not, and neither is
/// what ignore files name, unless `no_ignore` is set or `path` leads there. Links are not followed.
///
/// The value holds all results in the order of their paths, up to 20 MB of text and 64 KiB a line; its `complete` says whether
/// that is all. The text for the model is a page of them. No match is a value; files that could not be read are told beside the
/// results of the others. A cancelled call ends within milliseconds.
///
/// # Errors
/// * the pattern is none → [`code::INVALID_PATTERN`](crate::code::INVALID_PATTERN)
/// * no such file or directory → [`code::NOT_FOUND`](crate::code::NOT_FOUND); a FIFO, socket or device →
///   [`code::NOT_REGULAR_FILE`](crate::code::NOT_REGULAR_FILE)
/// * no such type → `INVALID_ARGS`
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// let grep = tool_fs::Grep::new(env!("CARGO_MANIFEST_DIR"));
/// let outcome = tool_sdk::testing::call(grep, r#"{"pattern":"^\\[package]$","include":"Cargo.toml"}"#).await;
/// assert_eq!(outcome.text(), "Found 1 match\n\nCargo.toml\nLine 1: [package]");
/// # });
/// ```
#[derive(Clone, Debug, Default)]
pub struct Grep {
    workspace: Workspace,
}

impl Grep {
    /// The tool for an agent that works in this workspace, or in this folder.
    pub fn new(workspace: impl Into<Workspace>) -> Self {
        Self { workspace: workspace.into() }
    }
}

/// Search file contents with a regular expression. Prefer this over shell commands like `grep`. Hidden files are searched; files
/// that `.gitignore` names are not, unless `no_ignore` is set.
#[tool(name = "grep", effect = read, idempotent, parallel, timeout = "60s")]
impl Grep {
    async fn execute(&self, args: GrepArgs, cx: &ToolContext) -> ToolResult<GrepOutput> {
        let workspace = self.workspace.of_call(cx);
        blocking::run_counting(cx, move |stop, count| grep(&workspace, &args, stop, count)).await
    }

    fn render(args: &GrepArgs, value: &GrepOutput) -> String {
        render::search::matches(args, value)
    }

    fn presentation_meta(args: &GrepArgs, value: &GrepOutput) -> GrepMeta {
        GrepMeta::new(args, value)
    }

    fn present_result(_: &GrepArgs, result: &Presented<GrepMeta>) -> Option<ResultView> {
        present::found(result)
    }
}

/// One search, as all of its threads see it.
struct Search<'a> {
    workspace: &'a Workspace,
    query: &'a Query,
    place: &'a Place,
    notes: Notes<'a>,
    collected: Mutex<Collected>,
    stop: &'a Stop,
    count: &'a Count,
}

fn grep(workspace: &Workspace, args: &GrepArgs, stop: &Stop, count: &Count) -> Result<GrepOutput, ToolError> {
    let query = Query::new(args)?;
    let place = Place::find(workspace, args.path.as_deref())?;
    let filter = Filter::new(workspace, &place.root, args)?;
    let search = Search {
        workspace,
        query: &query,
        place: &place,
        notes: Notes::new(&place.base),
        collected: Mutex::new(Collected::new(args.mode)),
        stop,
        count,
    };
    match place.kind {
        FileKind::Folder => search.folder(&filter, !args.no_ignore),
        _ => search.file()?,
    }
    if stop.is_set() {
        return Err(place.trouble(What::Stopped).into());
    }
    let collected = search.collected.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(collected.finish(&place.base, search.notes))
}

impl Search<'_> {
    /// A file that was asked for by its path is searched whatever it is called, and what is wrong with it is an error.
    fn file(&self) -> Result<(), Trouble> {
        let path = &self.place.root;
        let failed = |error| Trouble::of(Doing::Searching, self.workspace.disk(), path, error).about("path");
        let opened = self.workspace.disk().open(path).map_err(failed)?;
        match Seeker::new(self.query, self.stop).look(opened) {
            Looked::Hits(hits) => self.collect(path, hits),
            Looked::Binary => self.notes.add(SearchNoteKind::Binary, path),
            Looked::TooLong => self.notes.add(SearchNoteKind::TooLong, path),
            Looked::Failed(error) => return Err(failed(DiskError::Io(error))),
        }
        Ok(())
    }

    fn folder(&self, filter: &Filter, honour_ignore: bool) {
        let (saw_ignore_file, searched) = (AtomicBool::new(false), AtomicUsize::new(0));
        let walk = Walk { root: filter.folder(), honour_ignore };
        place::walk(self.workspace, &walk, &|| {
            let mut seeker = Seeker::new(self.query, self.stop);
            let mut looked_at = self.count.counter();
            let (saw_ignore_file, searched) = (&saw_ignore_file, &searched);
            Box::new(move |found| {
                looked_at.one();
                match found {
                    Found::File(path) => {
                        if filter::is_ignore_file(path) {
                            saw_ignore_file.store(true, Ordering::Relaxed);
                        }
                        if filter.admits(path) {
                            searched.fetch_add(1, Ordering::Relaxed);
                            self.look(&mut seeker, path);
                        }
                    }
                    other => {
                        let unreadable = place::unreadable(other);
                        unreadable.iter().for_each(|path| self.notes.add(SearchNoteKind::Unreadable, path));
                    }
                }
                !self.stop.is_set()
            })
        });
        if self.collected().is_empty() && !self.stop.is_set() {
            let below_one = || filter.lies_below_ignore_file(self.workspace.disk());
            let may_be_ignored = honour_ignore && (saw_ignore_file.into_inner() || below_one());
            self.explain_nothing(filter, may_be_ignored.then_some(searched.into_inner()));
        }
    }

    fn look(&self, seeker: &mut Seeker<'_>, path: &Path) {
        let looked = match self.workspace.disk().open_found(path) {
            Ok(opened) => seeker.look(opened),
            Err(DiskError::Io(error)) => Looked::Failed(error),
            // It became something else since it was found.
            Err(_) => return,
        };
        match looked {
            Looked::Hits(hits) => self.collect(path, hits),
            Looked::Binary => {}
            Looked::TooLong => self.notes.add(SearchNoteKind::TooLong, path),
            Looked::Failed(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Looked::Failed(_) => self.notes.add(SearchNoteKind::Unreadable, path),
        }
    }

    fn collect(&self, path: &Path, hits: file::Hits) {
        if hits.count > 0 {
            self.notes.add_if_bent(path);
            self.collected().add(path, hits);
        }
    }

    fn collected(&self) -> std::sync::MutexGuard<'_, Collected> {
        self.collected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds what ignore files kept from a search that found nothing (contract T5), if there may be such: then it is given how many
    /// files were searched.
    fn explain_nothing(&self, filter: &Filter, searched: Option<usize>) {
        if place::lies_in_version_control(filter.folder()) {
            self.notes.add(SearchNoteKind::VersionControl, filter.folder());
        }
        let Some(searched) = searched else { return };
        let all = self.files(filter, false);
        if all.len() > searched {
            let searched = self.files(filter, true);
            all.difference(&searched).for_each(|path| self.notes.add(SearchNoteKind::Ignored, path));
        }
    }

    /// The files that are searched with and without ignore files.
    fn files(&self, filter: &Filter, honour_ignore: bool) -> HashSet<PathBuf> {
        let files = Mutex::new(HashSet::new());
        place::walk(self.workspace, &Walk { root: filter.folder(), honour_ignore }, &|| {
            Box::new(|found| {
                if let Found::File(path) = found
                    && filter.admits(path)
                {
                    files.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
                }
                !self.stop.is_set()
            })
        });
        files.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
