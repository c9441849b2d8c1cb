//! What a model reads: numbered lines in an envelope, and a footer that says where they stand and how to read on.
//!
//! ```text
//! <path>/srv/a.txt</path>
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
    out.push_str(&head(&value.path));
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

/// What stands before the lines.
pub(crate) fn head(path: &str) -> String {
    format!("<path>{path}</path>\n<type>file</type>\n<content>\n")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Encoding;
    use crate::window::{self, Window};

    fn value(offset: u64, texts: &[&str], total: u64) -> ReadOutput {
        let line = |(number, text): (u64, &&str)| window::Line { number, text: (*text).to_owned(), cut: 0 };
        let lines = (offset..=u64::MAX).zip(texts).map(line).collect();
        let window = Window { lines, total, encoding: Encoding::Utf8, replaced: false, final_newline: true };
        ReadOutput::new("/a.txt".to_owned(), offset, window)
    }

    fn footer(args: &ReadArgs, value: &ReadOutput) -> String {
        let text = text(args, value);
        text.lines().rev().nth(1).expect("a footer").to_owned()
    }

    #[test]
    fn the_footer_tells_where_the_lines_stand() {
        let args = ReadArgs::new("a.txt").limit(2);
        assert_eq!(footer(&args, &value(3, &["c", "d"], 9)), "(Lines 3 to 4 of 9. To read on, send offset 5.)");
        assert_eq!(footer(&args, &value(8, &["h", "i"], 9)), "(End of file: 9 lines in all.)");
        assert_eq!(footer(&args, &value(1, &["a"], 1)), "(End of file: 1 line in all.)");
        assert_eq!(footer(&args, &value(1, &[], 0)), "(End of file: 0 lines in all.)");
        let capped = footer(&args, &value(1, &["a"], 9));
        assert_eq!(capped, "(Lines 1 to 1 of 9; the output is capped at 51200 bytes. To read on, send offset 2.)");
    }

    #[test]
    fn every_note_has_its_sentence() {
        let mut value = value(1, &["a"], 1);
        value.notes = Some(vec![Note::Utf16Le, Note::Utf16Be, Note::ReplacedBytes, Note::NoFinalNewline]);
        let footer = footer(&ReadArgs::new("a.txt"), &value);
        for part in ["little-endian", "big-endian", "U+FFFD", "no newline at its end"] {
            assert!(footer.contains(part), "{footer}");
        }
    }

    // contract: E7
    #[test]
    fn a_value_that_a_policy_made_up_is_rendered_too() {
        let odd = value(u64::MAX, &["x"], 0);
        assert!(text(&ReadArgs::new("a.txt").limit(1), &odd).contains("18446744073709551615: x"));
        let mut odd = value(u64::MAX - 1, &["x"], u64::MAX);
        odd.lines[0].cut = Some(u64::MAX);
        assert!(text(&ReadArgs::new("a.txt"), &odd).contains("18446744073709551615 more bytes"));
    }
}
