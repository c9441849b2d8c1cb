//! The tool `edit`.

use tool_sdk::prelude::*;

use crate::args::{EditArgs, EditStep};
use crate::blocking::{self, Stop};
use crate::change::{Attempt, Old, TEXTS_BELOW, Target, may_change, text_for_value};
use crate::encoding::{self, Encoding};
use crate::hunks::{self, Change, Hunk};
use crate::matching::{self, Text};
use crate::observe::Known;
use crate::output::{ChangeNote, EditOutput};
use crate::present::{self, ChangeMeta};
use crate::splice::Spliced;
use crate::trouble::{Trouble, What};
use crate::workspace::Workspace;
use crate::{hints, render};

/// The largest file that is edited; it is held in memory.
const MOST_BYTES: usize = 512 << 20;

/// How many places of an ambiguous text are told.
const PLACES_TOLD: usize = 10;

/// The tool `edit`: replaces exact pieces of text in a file.
///
/// It works on bytes: what lies outside of the replaced spans stays as it is to the last bit, be it text or not. A line end in
/// `old_string` stands for whichever the file has there, and one in `new_string` is spelt like those that it replaces or else
/// like those nearby, unless it is written `\r\n`. In marked UTF-16 the texts are looked for and put in as UTF-16.
///
/// Nothing is matched approximately. When a text is not found, the error says what stands there instead; when it is found more than
/// once, how often and where. Of several edits all are made or none.
///
/// The file is replaced as [`Write`](crate::Write) does it, and only in the state that it was read in: concurrent edits of one file
/// all land or say so (contract T4). It is held in memory, up to 512 MiB.
///
/// # Errors
/// Those of [`Write`](crate::Write), and:
/// * no such file → [`code::NOT_FOUND`](crate::code::NOT_FOUND)
/// * a NUL byte among the first 8,192 bytes, or an encoding besides UTF-8 and marked UTF-16 →
///   [`code::NOT_TEXT`](crate::code::NOT_TEXT)
/// * the text is not there, or more than once → [`code::EDIT_NOT_FOUND`](crate::code::EDIT_NOT_FOUND),
///   [`code::AMBIGUOUS_EDIT`](crate::code::AMBIGUOUS_EDIT)
/// * more than 512 MiB → [`code::TOO_LARGE`](crate::code::TOO_LARGE)
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.ini"), "name = old\r\nsize = 1\r\n")?;
///
/// let edit = tool_fs::Edit::new(folder.path());
/// let arguments = r#"{"file_path":"a.ini","old_string":"old\nsize","new_string":"new\nsize"}"#;
/// assert!(tool_sdk::testing::call(edit, arguments).await.is_ok());
/// assert_eq!(std::fs::read(folder.path().join("a.ini"))?, b"name = new\r\nsize = 1\r\n");
/// # Ok::<(), std::io::Error>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Edit {
    workspace: Workspace,
}

impl Edit {
    /// The tool for an agent that works in this workspace, or in this folder.
    pub fn new(workspace: impl Into<Workspace>) -> Self {
        Self { workspace: workspace.into() }
    }
}

/// Replace exact text in a file: `old_string` must stand in it exactly once, unless `replace_all` is set. Read the file first and
/// copy the text without its line numbers. Several changes of one file go into `edits`.
#[tool(name = "edit", effect = destructive)]
impl Edit {
    async fn execute(&self, args: EditArgs, cx: &ToolContext) -> ToolResult<EditOutput> {
        let (asked, justification) = (args.sandbox_permissions, args.justification.as_deref());
        let workspace = self.workspace.of_widened_call(cx, asked, justification)?;
        blocking::run(cx, move |stop| edit(&workspace, &args, stop)).await
    }

    fn render(args: &EditArgs, value: &EditOutput) -> String {
        render::change::edited(args, value)
    }

    fn narrow(&self, narrow: &mut Narrow) {
        self.workspace.narrow(narrow);
    }

    fn presentation_meta(_: &EditArgs, value: &EditOutput) -> ChangeMeta {
        ChangeMeta::new(&value.path, value.hunks())
    }

    fn present_call(args: &EditArgs) -> CallView {
        present::editing(args)
    }

    fn present_result(_: &EditArgs, result: &Presented<ChangeMeta>) -> Option<ResultView> {
        present::edited(result)
    }
}

fn edit(workspace: &Workspace, args: &EditArgs, stop: &Stop) -> Result<EditOutput, ToolError> {
    let target = Target::find(workspace, &args.file_path, stop)?;
    let steps = args.steps();
    target.change(|| attempt(&target, args, &steps))
}

fn attempt(target: &Target<'_>, args: &EditArgs, steps: &[EditStep]) -> Result<Attempt<EditOutput>, ToolError> {
    let Some(old) = target.read_old(MOST_BYTES)? else {
        return match target.known() {
            Some(Known::Present(_)) => Err(target.trouble(What::Stale).into()),
            _ => Err(target.missing().into()),
        };
    };
    may_change(target.known(), Some(&old)).map_err(|what| target.trouble(what))?;
    if !old.whole {
        return Err(target.trouble(What::TooLarge { bytes: old.stat.length, most: MOST_BYTES as u64 }).into());
    }
    let head = &old.bytes[..old.bytes.len().min(encoding::HEAD)];
    let (encoding, mark) = encoding::sniff(head).map_err(|why| target.trouble(What::NotText(why)))?;

    let (spliced, replacements) = splice(target, args, steps, Text { bytes: &old.bytes, encoding, mark })?;
    let pieces = spliced.pieces();
    let Some(published) = target.publish(&pieces, Some(&old))? else { return Ok(Attempt::Again) };

    let (before, after) = texts(&old, &pieces, encoding, mark);
    let hunks = match encoding {
        Encoding::Utf8 => hunks::of_changes(&old.bytes[mark..], &behind_the_mark(spliced.changes(), mark)),
        _ => decoded_hunks(&old, &pieces, encoding, mark),
    };
    Ok(Attempt::Done(EditOutput {
        path: target.path.display().to_string(),
        replacements,
        before: text_for_value(before.as_deref()),
        after: text_for_value(after.as_deref()),
        notes: published.split.then(|| vec![ChangeNote::SplitHardLink]),
        hunks,
    }))
}

/// Makes all steps, each on the text that the ones before it left.
fn splice<'a>(
    target: &Target<'_>,
    args: &EditArgs,
    steps: &[EditStep],
    text: Text<'a>,
) -> Result<(Spliced<'a>, u64), ToolError> {
    let mut spliced = Spliced::new(text.bytes);
    let mut replacements = 0;
    for (index, step) in steps.iter().enumerate() {
        // The first step, which is mostly the only one, needs no copy of the file.
        let current = (index > 0).then(|| spliced.pieces().concat());
        let text = Text { bytes: current.as_deref().unwrap_or(text.bytes), ..text };
        let places = matching::find(text, &step.old_string);
        if let Some(what) = wrong_count(target, text, step, &places.spans) {
            return Err(about(&target.trouble(what), &args.old_string_of(index)));
        }
        replacements += places.spans.len() as u64;
        let spelt = places
            .spans
            .iter()
            .map(|span| (span.clone(), matching::replacement(text, &places, span, &step.new_string)));
        let spelt = spelt.collect();
        spliced.replace(spelt);
    }
    Ok((spliced, replacements))
}

/// The error of a step, about the argument that holds its text.
fn about(trouble: &Trouble, argument: &str) -> ToolError {
    ToolError::new(trouble.code(), trouble.to_string()).at(argument)
}

/// What to say when a text does not stand in the file exactly as often as it has to.
fn wrong_count(target: &Target<'_>, text: Text<'_>, step: &EditStep, spans: &[std::ops::Range<usize>]) -> Option<What> {
    let path = target.path.display();
    match spans.len() {
        0 => {
            let looked_at = text.bytes.len().min(text.mark + hints::LOOKED_AT);
            let decoded = text.encoding.decode_lossy(&text.bytes[text.mark..looked_at]);
            let why = hints::why_not_found(&decoded, &step.old_string, &step.new_string);
            Some(What::EditNotFound(format!("old_string does not stand in {path}. {why} Nothing was changed.")))
        }
        1 => None,
        _ if step.replace_all => None,
        count => {
            let lines = lines_of(text, spans);
            Some(What::Ambiguous(format!(
                "old_string stands {count} times in {path}, at {lines}. Add lines around it, or send replace_all. Nothing was \
                 changed."
            )))
        }
    }
}

/// `lines 3, 7 and more`.
fn lines_of(text: Text<'_>, spans: &[std::ops::Range<usize>]) -> String {
    let told: Vec<_> =
        spans.iter().take(PLACES_TOLD).map(|span| matching::line_of(text, span.start).to_string()).collect();
    let more = if spans.len() > PLACES_TOLD { " and more" } else { "" };
    format!("lines {}{more}", told.join(", "))
}

/// Both texts for the value; none when they are too large or no text.
fn texts(old: &Old, pieces: &[&[u8]], encoding: Encoding, mark: usize) -> (Option<String>, Option<String>) {
    let length: usize = pieces.iter().map(|piece| piece.len()).sum();
    let before = (old.bytes.len() < TEXTS_BELOW).then(|| encoding.decode(&old.bytes[mark..])).flatten();
    let after = (length < TEXTS_BELOW).then(|| encoding.decode(&pieces.concat()[mark..])).flatten();
    (before, after)
}

fn behind_the_mark(changes: Vec<Change<'_>>, mark: usize) -> Vec<Change<'_>> {
    let shifted = changes.into_iter().map(|Change { old, new }| Change { old: old.start - mark..old.end - mark, new });
    shifted.collect()
}

fn decoded_hunks(old: &Old, pieces: &[&[u8]], encoding: Encoding, mark: usize) -> Vec<Hunk> {
    hunks::between(&encoding.decode_lossy(&old.bytes[mark..]), &encoding.decode_lossy(&pieces.concat()[mark..]))
}
