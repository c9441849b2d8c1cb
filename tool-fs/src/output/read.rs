//! The value of `read`.

use tool_sdk::prelude::*;

use crate::encoding::Encoding;
use crate::window::{self, Window};

/// The value of [`Read`](crate::Read): a window of lines.
///
/// As JSON: `{"path":"/srv/a.txt","offset":1,"lines":[{"number":1,"text":"hello"}],"totalLines":1}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadOutput {
    /// Absolute path of the file, symbolic links as they are.
    pub path: String,
    /// Number of the first line that was asked for, counted from 1.
    pub offset: u64,
    /// The lines, neighbours, in order.
    pub lines: Vec<Line>,
    /// How many lines the whole file has.
    pub total_lines: u64,
    /// What the lines alone do not tell; absent when there is nothing of the kind.
    pub notes: Option<Vec<Note>>,
}

/// One line of a file.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[non_exhaustive]
pub struct Line {
    /// Its number, counted from 1.
    pub number: u64,
    /// Its text without the line end.
    pub text: String,
    /// How many bytes of a very long line are left out at its end; absent for a whole line.
    pub cut: Option<u64>,
}

/// Something about the lines of a [`ReadOutput`] that their text does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolValue)]
#[non_exhaustive]
pub enum Note {
    /// The last line of the file is among the lines, and no newline ends it.
    #[tool(rename = "no-final-newline")]
    NoFinalNewline,
    /// Bytes that are no characters are shown as U+FFFD. The file keeps its bytes.
    #[tool(rename = "replaced-bytes")]
    ReplacedBytes,
    /// The file is UTF-16, low byte first.
    #[tool(rename = "utf-16le")]
    Utf16Le,
    /// The file is UTF-16, high byte first.
    #[tool(rename = "utf-16be")]
    Utf16Be,
}

impl ReadOutput {
    /// The value for `window`, which begins at line `offset` of the file at `path`.
    pub(crate) fn new(path: String, offset: u64, window: Window) -> Self {
        let notes = Note::of(&window);
        Self {
            path,
            offset,
            total_lines: window.total,
            notes: (!notes.is_empty()).then_some(notes),
            lines: window.lines.into_iter().map(Line::from).collect(),
        }
    }
}

impl From<window::Line> for Line {
    fn from(line: window::Line) -> Self {
        Self { number: line.number, text: line.text, cut: (line.cut > 0).then_some(line.cut) }
    }
}

impl Note {
    fn of(window: &Window) -> Vec<Self> {
        let shows_the_end = window.lines.last().is_some_and(|line| line.number == window.total);
        let encoding = match window.encoding {
            Encoding::Utf8 => None,
            Encoding::Utf16Le => Some(Self::Utf16Le),
            Encoding::Utf16Be => Some(Self::Utf16Be),
        };
        let replaced = window.replaced.then_some(Self::ReplacedBytes);
        let end = (shows_the_end && !window.final_newline).then_some(Self::NoFinalNewline);
        [encoding, replaced, end].into_iter().flatten().collect()
    }
}
