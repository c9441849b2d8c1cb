//! The tool `glob`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use tool_sdk::prelude::*;

use crate::args::GlobArgs;
use crate::blocking::{self, Count, Stop};
use crate::notes::Notes;
use crate::output::{GlobOutput, SearchNoteKind};
use crate::pattern::FilePattern;
use crate::place::{self, Place};
use crate::present::GlobMeta;
use crate::provider::{FileKind, Found, Walk};
use crate::trouble::{What, code};
use crate::workspace::Workspace;
use crate::{path, render};

/// How many paths the value holds: the newest.
const MOST_PATHS: usize = 100_000;

/// The tool `glob`: finds files by the pattern of their path.
///
/// Files only. Hidden files are found like others, in `glob` and in [`Grep`](crate::Grep) alike, and so is here what ignore files
/// name; the folders of version control (`.git` and its like) are left out. Links are not followed. The file that changed last
/// comes first. Special characters are `*` and `?` (not across `/`), `**`, `[…]` and `{…,…}`; a `\` lets one stand for itself.
///
/// The value holds the newest 100,000 paths and the number of all. A cancelled call ends within milliseconds.
///
/// # Errors
/// * the pattern is none → [`code::INVALID_PATTERN`](crate::code::INVALID_PATTERN)
/// * no such directory → [`code::NOT_FOUND`](crate::code::NOT_FOUND); a file →
///   [`code::NOT_DIRECTORY`](crate::code::NOT_DIRECTORY)
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// let glob = tool_fs::Glob::new(env!("CARGO_MANIFEST_DIR"));
/// let outcome = tool_sdk::testing::call(glob, r#"{"pattern":"src/*/glob.rs"}"#).await;
/// assert_eq!(outcome.text(), "No files found");
/// # });
/// ```
#[derive(Clone, Debug, Default)]
pub struct Glob {
    workspace: Workspace,
}

impl Glob {
    /// The tool for an agent that works in this workspace, or in this folder.
    pub fn new(workspace: impl Into<Workspace>) -> Self {
        Self { workspace: workspace.into() }
    }
}

/// Find files by a pattern of their path, the one that changed last first. Hidden and ignored files are found too, the folders of
/// version control are not.
#[tool(name = "glob", effect = read, idempotent, parallel, timeout = "60s")]
impl Glob {
    async fn execute(&self, args: GlobArgs, cx: &ToolContext) -> ToolResult<GlobOutput> {
        let workspace = self.workspace.of_call(cx);
        blocking::run_counting(cx, move |stop, count| glob(&workspace, &args, stop, count)).await
    }

    fn render(args: &GlobArgs, value: &GlobOutput) -> String {
        render::search::paths(args, value)
    }

    fn presentation_meta(args: &GlobArgs, value: &GlobOutput) -> GlobMeta {
        GlobMeta::new(args, value)
    }
}

/// A file that was found, the greatest the newest one.
type Hit = (SystemTime, Reverse<PathBuf>);

fn glob(workspace: &Workspace, args: &GlobArgs, stop: &Stop, count: &Count) -> Result<GlobOutput, ToolError> {
    let place = Place::find(workspace, args.path.as_deref())?;
    if place.kind != FileKind::Folder {
        return Err(place.trouble(What::NoFolder).into());
    }
    let kind_of = |path: &Path| workspace.disk().stat(path).ok().map(|stat| stat.kind);
    let pattern = FilePattern::new(&place.root, &args.pattern, |path| kind_of(path) == Some(FileKind::File));
    let pattern =
        pattern.map_err(|why| ToolError::new(code::INVALID_PATTERN, format!("pattern: {why}")).at("pattern"))?;

    let notes = Notes::new(&place.base);
    let newest = Mutex::new(BinaryHeap::<Reverse<Hit>>::new());
    let total = AtomicU64::new(0);
    let hit = |path: &Path| {
        total.fetch_add(1, Ordering::Relaxed);
        let modified = workspace.disk().stat(path).map_or(SystemTime::UNIX_EPOCH, |stat| stat.modified);
        let mut newest = newest.lock().unwrap_or_else(PoisonError::into_inner);
        newest.push(Reverse((modified, Reverse(path.to_owned()))));
        if newest.len() > MOST_PATHS {
            newest.pop();
        }
    };
    let walk = Walk { root: &pattern.folder, honour_ignore: false };
    place::walk(workspace, &walk, &|| {
        let mut looked_at = count.counter();
        let (pattern, notes, hit) = (&pattern, &notes, &hit);
        Box::new(move |found| {
            looked_at.one();
            match found {
                Found::File(path) if pattern.matches(path) => hit(path),
                Found::File(_) => {}
                other => place::unreadable(other).iter().for_each(|path| notes.add(SearchNoteKind::Unreadable, path)),
            }
            !stop.is_set()
        })
    });
    if stop.is_set() {
        return Err(place.trouble(What::Stopped).into());
    }
    let total = total.into_inner();
    if total == 0 {
        explain_nothing(args, &pattern, &kind_of, &notes);
    }
    let newest = newest.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(output(&place, newest, total, notes))
}

/// What may have been meant by a pattern that matches nothing.
fn explain_nothing(
    args: &GlobArgs,
    pattern: &FilePattern,
    kind_of: &dyn Fn(&Path) -> Option<FileKind>,
    notes: &Notes<'_>,
) {
    if kind_of(pattern.literal()) == Some(FileKind::Folder) {
        notes.add(SearchNoteKind::Folder, pattern.literal());
    }
    if place::lies_in_version_control(&pattern.folder) {
        notes.add(SearchNoteKind::VersionControl, &pattern.folder);
    }
    if args.pattern.contains('[') {
        notes.say(SearchNoteKind::Class);
    }
}

fn output(place: &Place, newest: BinaryHeap<Reverse<Hit>>, total: u64, notes: Notes<'_>) -> GlobOutput {
    // Sorted in ascending order of the reversed, the newest come first.
    let paths = newest.into_sorted_vec().into_iter().map(|Reverse((_, Reverse(path)))| path);
    let paths = paths.inspect(|path| notes.add_if_bent(path)).map(|path| path::told(&place.base, &path)).collect();
    GlobOutput { root: place.root.display().to_string(), paths, total, notes: notes.finish() }
}
