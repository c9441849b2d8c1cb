//! The cards of `write` and `edit`: what stands there before the call, and the changed places after it.

use tool_sdk::prelude::*;

use crate::args::{EditArgs, EditStep, WriteArgs};
use crate::hunks::Hunk;

/// What a log keeps of a change: its places, each with up to three lines around.
///
/// As JSON: `{"diffs":[{"path":"/srv/a.txt","oldText":"a\n","newText":"b\n"}]}`. A place where nothing was has null for its old
/// text. No places: the file is new, was no text, or did not change.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[non_exhaustive]
pub struct ChangeMeta {
    /// The places, in order.
    pub diffs: Vec<FileDiff>,
}

impl ChangeMeta {
    pub(crate) fn new(path: &str, hunks: Vec<Hunk>) -> Self {
        let diff = |Hunk { old, new, .. }: Hunk| FileDiff::new(path, Some(&*old).filter(|old| !old.is_empty()), new);
        Self { diffs: hunks.into_iter().map(diff).collect() }
    }
}

/// The card while a file is edited.
pub(crate) fn editing(args: &EditArgs) -> CallView {
    let path = &args.file_path;
    let step = |step: EditStep| FileDiff::new(path, Some(&*step.old_string), step.new_string);
    CallView::diff(format!("Edit {path}")).changes(args.steps().into_iter().map(step)).location(path, None)
}

/// The card of a file that was edited.
pub(crate) fn edited(result: &Presented<ChangeMeta>) -> Option<ResultView> {
    let meta = result.meta().filter(|_| !result.is_error())?;
    Some(ResultView::diff(meta.diffs.iter().cloned()))
}

/// The card of a file that was written: the whole of it where no places are known.
pub(crate) fn written(args: &WriteArgs, result: &Presented<ChangeMeta>) -> Option<ResultView> {
    if result.is_error() {
        return None;
    }
    let known = result.meta().map(|meta| meta.diffs.clone()).filter(|diffs| !diffs.is_empty());
    let whole = || vec![FileDiff::new(&args.file_path, None, &args.content)];
    Some(ResultView::diff(known.unwrap_or_else(whole)))
}
