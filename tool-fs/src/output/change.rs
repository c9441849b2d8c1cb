//! The values of the tools that change a file.

use std::sync::Arc;

use tool_sdk::prelude::*;

use crate::hunks::Hunk;

/// What became of a file that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
pub enum FileOperation {
    /// There was none.
    Create,
    /// It has new content.
    Update,
}

/// What a change did that its caller did not ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ChangeNote {
    /// The file began with a byte order mark and still does, though the content had none (decision D12).
    KeptByteOrderMark,
    /// The file was UTF-16 with a byte order mark and still is.
    #[tool(rename = "kept-utf-16")]
    KeptUtf16,
    /// The file had other names (hard links); these keep the old content.
    SplitHardLink,
}

/// The value of [`Write`](crate::Write).
///
/// As JSON: `{"path":"/srv/a.txt","operation":"create","bytes":6,"before":null,"after":"hello\n"}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WriteOutput {
    /// Absolute path of the file, symbolic links as they are.
    pub path: String,
    /// Whether the file is new.
    pub operation: FileOperation,
    /// How many bytes it has now.
    pub bytes: u64,
    /// Its text before; null when there was none, when it was no text, or from 10 MiB on.
    pub before: Nullable<Arc<str>>,
    /// Its text now; null from 10 MiB on.
    pub after: Nullable<Arc<str>>,
    /// What the caller did not ask for; absent when there is nothing of the kind.
    pub notes: Option<Vec<ChangeNote>>,
    /// The changed places, for cards.
    #[arg(skip)]
    pub(crate) hunks: Vec<Hunk>,
}

/// The value of [`Edit`](crate::Edit).
///
/// As JSON: `{"path":"/srv/a.txt","replacements":1,"before":"a\n","after":"b\n"}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EditOutput {
    /// Absolute path of the file, symbolic links as they are.
    pub path: String,
    /// How many places were replaced.
    pub replacements: u64,
    /// The text before; null when bytes of it are no text, or from 10 MiB on.
    pub before: Nullable<Arc<str>>,
    /// The text now; null when bytes of it are no text, or from 10 MiB on.
    pub after: Nullable<Arc<str>>,
    /// What the caller did not ask for; absent when there is nothing of the kind.
    pub notes: Option<Vec<ChangeNote>>,
    /// The changed places, for cards.
    #[arg(skip)]
    pub(crate) hunks: Vec<Hunk>,
}

impl WriteOutput {
    /// The changed places with three lines around each; of a value that was read from JSON they are found again in its texts.
    pub fn hunks(&self) -> Vec<Hunk> {
        hunks(&self.hunks, &self.before, &self.after)
    }
}

impl EditOutput {
    /// The changed places with three lines around each; of a value that was read from JSON they are found again in its texts.
    pub fn hunks(&self) -> Vec<Hunk> {
        hunks(&self.hunks, &self.before, &self.after)
    }
}

fn hunks(kept: &[Hunk], before: &Nullable<Arc<str>>, after: &Nullable<Arc<str>>) -> Vec<Hunk> {
    match (kept, before.as_option(), after.as_option()) {
        ([], Some(before), Some(after)) => crate::hunks::between(before, after),
        (kept, _, _) => kept.to_vec(),
    }
}
