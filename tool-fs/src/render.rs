//! What a model reads: numbered lines in an envelope, and a footer that says where they stand and how to read on.
//!
//! ```text
//! <path>/work/a.txt</path>
//! <type>file</type>
//! <content>
//! 1: hello
//! 2: world
//!
//! (End of file: 2 lines in all.)
//! </content>
//! ```

use std::fmt::{self, Write as _};

use crate::args::ReadArgs;
use crate::output::{Line, Note, ReadOutput};
use crate::read::LIMITS;

/// The text of `value`.
pub(crate) fn text(args: &ReadArgs, value: &ReadOutput) -> String {
    let mut text = String::with_capacity(value.lines.iter().map(|line| line.text.len() + 10).sum::<usize>() + 300);
    write(&mut text, args, value).expect("a string takes all that is written");
    text
}

fn write(out: &mut String, args: &ReadArgs, value: &ReadOutput) -> fmt::Result {
    writeln!(out, "<path>{}</path>\n<type>file</type>\n<content>", value.path)?;
    for line in &value.lines {
        write_line(out, line)?;
    }
    if !value.lines.is_empty() {
        out.push('\n');
    }
    write!(out, "({}", Footer { args, value })?;
    for note in value.notes.iter().flatten() {
        write!(out, " {}", sentence(*note))?;
    }
    out.push_str(")\n</content>");
    Ok(())
}

fn write_line(out: &mut String, line: &Line) -> fmt::Result {
    write!(out, "{}: {}", line.number, line.text)?;
    if let Some(cut) = line.cut {
        write!(out, " … [line cut at {} characters; {cut} more bytes]", LIMITS.characters)?;
    }
    out.push('\n');
    Ok(())
}

struct Footer<'a> {
    args: &'a ReadArgs,
    value: &'a ReadOutput,
}

impl fmt::Display for Footer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { args, value } = self;
        let total = value.total_lines;
        let (Some(first), Some(last)) = (value.lines.first(), value.lines.last()) else {
            return write!(f, "End of file: {total} lines in all.");
        };
        if last.number >= total {
            let lines = if total == 1 { "line" } else { "lines" };
            return write!(f, "End of file: {total} {lines} in all.");
        }
        write!(f, "Lines {} to {} of {total}", first.number, last.number)?;
        if (value.lines.len() as u64) < args.limit {
            write!(f, "; the output is capped at {} bytes", LIMITS.bytes)?;
        }
        write!(f, ". To read on, send offset {}.", last.number.saturating_add(1))
    }
}

fn sentence(note: Note) -> &'static str {
    match note {
        Note::NoFinalNewline => "The last line has no newline at its end.",
        Note::ReplacedBytes => {
            "Bytes that are not valid text are shown as \u{fffd} (U+FFFD); the file keeps its bytes."
        }
        Note::Utf16Le => "The file is UTF-16, little-endian, shown decoded.",
        Note::Utf16Be => "The file is UTF-16, big-endian, shown decoded.",
    }
}
