//! One sentence on a file that was changed, and one for each thing that was not asked for.

use crate::args::EditArgs;
use crate::output::{ChangeNote, EditOutput, FileOperation, WriteOutput};

/// The text for a file that was written.
pub(crate) fn written(value: &WriteOutput) -> String {
    let done = match value.operation {
        FileOperation::Create => "Created",
        FileOperation::Update => "Updated",
    };
    let bytes = if value.bytes == 1 { "byte" } else { "bytes" };
    with_notes(format!("{done} file {} ({} {bytes}).", value.path, value.bytes), value.notes.as_deref())
}

/// The text for a file that was edited.
pub(crate) fn edited(args: &EditArgs, value: &EditOutput) -> String {
    let (path, count) = (&value.path, value.replacements);
    let text = match count {
        _ if args.replace_all => format!("Replaced all occurrences in {path}: {count}."),
        1 => format!("Edited {path}."),
        _ => format!("Edited {path}: {count} replacements."),
    };
    with_notes(text, value.notes.as_deref())
}

fn with_notes(mut text: String, notes: Option<&[ChangeNote]>) -> String {
    for note in notes.unwrap_or_default() {
        text.push(' ');
        text.push_str(match note {
            ChangeNote::KeptByteOrderMark => "It keeps its byte order mark.",
            ChangeNote::KeptUtf16 => "It is still UTF-16 with a byte order mark.",
            ChangeNote::SplitHardLink => "Its other names (hard links) keep the old content.",
        });
    }
    text
}
