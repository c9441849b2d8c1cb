//! The tool `write`.

use tool_sdk::prelude::*;

use crate::args::WriteArgs;
use crate::blocking::{self, Stop};
use crate::change::{Attempt, Old, TEXTS_BELOW, Target, may_change, text_for_value};
use crate::encoding::{self, Encoding};
use crate::output::{ChangeNote, FileOperation, WriteOutput};
use crate::present::{self, ChangeMeta};
use crate::trouble::{Trouble, What};
use crate::workspace::Workspace;
use crate::{hunks, render};

/// The tool `write`: creates a file, or gives it new content.
///
/// The bytes of the file are those of `content` as UTF-8. Two things of an old file are kept, and the value says so: its byte
/// order mark when the content has none, and UTF-16 if it was marked as that. Its mode, owner and extended attributes stay as far
/// as the operating system lets us; a new file gets what the process gives to new files. A symbolic link stays, and the file that
/// it leads to is written. Missing folders are made.
///
/// The old content is replaced by one rename, so a call that fails or is cancelled leaves the old file, says so, and leaves
/// nothing else behind; a process that is killed leaves the old content or the new one and at most one folder beside it that only
/// its owner may enter, which the next write takes away (contract T2). A file that has several names (hard links) becomes one of
/// its own, which is told. A file that is read-only is not written.
///
/// # Errors
/// * a directory, FIFO, socket or device → [`code::NOT_REGULAR_FILE`](crate::code::NOT_REGULAR_FILE)
/// * outside of what the confinement allows → [`code::SANDBOX_DENIED`](crate::code::SANDBOX_DENIED)
/// * in a [remembering](Workspace::remembering) workspace: not read before, changed since →
///   [`code::NOT_OBSERVED`](crate::code::NOT_OBSERVED), [`code::STALE_VERSION`](crate::code::STALE_VERSION)
/// * the operating system forbids it or fails → [`code::PERMISSION_DENIED`](crate::code::PERMISSION_DENIED),
///   [`code::IO_ERROR`](crate::code::IO_ERROR)
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// let folder = tempfile::tempdir()?;
/// let write = tool_fs::Write::new(folder.path());
/// let outcome = tool_sdk::testing::call(write, r#"{"file_path":"new/a.txt","content":"hello\n"}"#).await;
/// assert!(outcome.text().ends_with("a.txt (6 bytes)."));
/// assert_eq!(std::fs::read(folder.path().join("new/a.txt"))?, b"hello\n");
/// # Ok::<(), std::io::Error>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Write {
    workspace: Workspace,
}

impl Write {
    /// The tool for an agent that works in this workspace, or in this folder.
    pub fn new(workspace: impl Into<Workspace>) -> Self {
        Self { workspace: workspace.into() }
    }
}

/// Create a file or replace its whole content. Read an existing file first; for a small change prefer `edit`.
#[tool(name = "write", effect = destructive)]
impl Write {
    async fn execute(&self, args: WriteArgs, cx: &ToolContext) -> ToolResult<WriteOutput> {
        let (asked, justification) = (args.sandbox_permissions, args.justification.as_deref());
        let workspace = self.workspace.of_widened_call(cx, asked, justification)?;
        blocking::run(cx, move |stop| write(&workspace, &args, stop)).await
    }

    fn render(_: &WriteArgs, value: &WriteOutput) -> String {
        render::change::written(value)
    }

    fn narrow(&self, narrow: &mut Narrow) {
        self.workspace.narrow(narrow);
    }

    fn presentation_meta(_: &WriteArgs, value: &WriteOutput) -> ChangeMeta {
        ChangeMeta::new(&value.path, value.hunks())
    }

    fn present_result(args: &WriteArgs, result: &Presented<ChangeMeta>) -> Option<ResultView> {
        present::written(args, result)
    }
}

fn write(workspace: &Workspace, args: &WriteArgs, stop: &Stop) -> Result<WriteOutput, ToolError> {
    let target = Target::find(workspace, &args.file_path, stop)?;
    target.change(|| Ok(attempt(&target, &args.content)?))
}

fn attempt(target: &Target<'_>, content: &str) -> Result<Attempt<WriteOutput>, Trouble> {
    let old = match target.read_old(TEXTS_BELOW) {
        Err(denied) if matches!(denied.what(), What::Denied { .. }) => target.look()?,
        other => other?,
    };
    may_change(target.known(), old.as_ref()).map_err(|what| target.trouble(what))?;
    let kept = Kept::of(old.as_ref(), content);
    let encoded = kept.encoded(content);
    let pieces = [kept.mark, encoded.as_deref().unwrap_or(content.as_bytes())];
    let Some(published) = target.publish(&pieces, old.as_ref())? else { return Ok(Attempt::Again) };

    let after = content.strip_prefix('\u{feff}').unwrap_or(content);
    let before = old.as_ref().and_then(text);
    let hunks = match &before {
        Some(before) if after.len() < TEXTS_BELOW => hunks::between(before, after),
        _ => Vec::new(),
    };
    let notes: Vec<_> = kept.note.into_iter().chain(published.split.then_some(ChangeNote::SplitHardLink)).collect();
    Ok(Attempt::Done(WriteOutput {
        path: target.path.display().to_string(),
        operation: if published.created { FileOperation::Create } else { FileOperation::Update },
        bytes: pieces.iter().map(|piece| piece.len() as u64).sum(),
        before: text_for_value(before.as_deref()),
        after: text_for_value(Some(after)),
        notes: (!notes.is_empty()).then_some(notes),
        hunks,
    }))
}

/// What of an old file stays though its content is replaced.
#[derive(Debug)]
struct Kept {
    mark: &'static [u8],
    encoding: Encoding,
    note: Option<ChangeNote>,
}

impl Kept {
    fn of(old: Option<&Old>, content: &str) -> Self {
        let encoding = old.and_then(|old| Encoding::marked(&old.bytes));
        match encoding {
            Some(encoding) if encoding != Encoding::Utf8 => {
                let mark = if content.starts_with('\u{feff}') { &[][..] } else { encoding.mark_bytes() };
                Self { mark, encoding, note: Some(ChangeNote::KeptUtf16) }
            }
            Some(encoding) if !content.starts_with('\u{feff}') => {
                Self { mark: encoding.mark_bytes(), encoding, note: Some(ChangeNote::KeptByteOrderMark) }
            }
            _ => Self { mark: &[], encoding: Encoding::Utf8, note: None },
        }
    }

    /// The content in the encoding of the file, where that is not the one that it has.
    fn encoded(&self, content: &str) -> Option<Vec<u8>> {
        (self.encoding != Encoding::Utf8).then(|| self.encoding.encode(content))
    }
}

/// The text of an old file, if it is one and all of it is there.
fn text(old: &Old) -> Option<String> {
    let head = &old.bytes[..old.bytes.len().min(encoding::HEAD)];
    let (encoding, mark) = encoding::sniff(head).ok().filter(|_| old.whole)?;
    encoding.decode(&old.bytes[mark..])
}
