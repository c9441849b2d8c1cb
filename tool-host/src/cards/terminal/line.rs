//! A line of a terminal: pieces of text, each harmless, each with a tone.

use unicode_width::UnicodeWidthChar as _;

use crate::cards::visible::visible;

/// No line of a terminal takes more of a text than this, however often it goes on below.
const MOST: usize = 4_000;

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Dim,
    Bold,
    Red,
    Green,
    Yellow,
    Cyan,
    /// A word that went away.
    RedWord,
    /// A word that came.
    GreenWord,
}

impl Tone {
    /// What chooses it in a terminal.
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Dim => "2",
            Self::Bold => "1",
            Self::Red => "31",
            Self::Green => "32",
            Self::Yellow => "33",
            Self::Cyan => "36",
            Self::RedWord => "31;7",
            Self::GreenWord => "32;7",
        }
    }
}

/// A line that has yet to be fitted to its terminal.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pieces: Vec<(Tone, String)>,
}

impl Line {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn indented(indent: &str) -> Self {
        Self { pieces: vec![(Tone::Plain, indent.to_owned())] }
    }

    pub(super) fn of(indent: &str, tone: Tone, text: &str) -> Self {
        let mut line = Self::indented(indent);
        line.push(tone, text);
        line
    }

    /// Adds text. The one door through which text of a tool comes: it is made harmless here, and a line end in it is made
    /// visible, because a line is one line.
    pub(super) fn push(&mut self, tone: Tone, text: &str) -> &mut Self {
        let end = text.char_indices().nth(MOST).map_or(text.len(), |(at, _)| at);
        let text = visible(&text[..end]);
        let text = if text.contains('\n') { text.replace('\n', "␊") } else { text.into_owned() };
        match self.pieces.last_mut() {
            _ if text.is_empty() => {}
            Some((last, before)) if *last == tone => before.push_str(&text),
            _ => self.pieces.push((tone, text)),
        }
        self
    }

    pub(super) fn append(&mut self, other: Self) {
        self.pieces.extend(other.pieces);
    }

    pub(super) fn appended(mut self, other: Self) -> Self {
        self.append(other);
        self
    }

    /// Fills up with spaces to this width.
    pub(super) fn pad(&mut self, width: usize) {
        let missing = width.saturating_sub(self.width());
        self.pieces.push((Tone::Plain, " ".repeat(missing)));
    }

    /// How many columns it takes.
    pub(super) fn width(&self) -> usize {
        self.pieces.iter().flat_map(|(_, text)| text.chars()).map(columns).sum()
    }

    /// Cut at the edge of the terminal, with a mark where it was cut.
    pub(super) fn clipped(self, width: usize) -> Self {
        let mut lines = self.wrapped(width, "", 1);
        lines.pop().unwrap_or_default()
    }

    /// Broken into at most so many lines, between words where there are some, with a mark where the rest is cut.
    pub(super) fn wrapped(self, width: usize, indent: &str, most: usize) -> Vec<Self> {
        if self.width() <= width {
            return vec![self];
        }
        let characters: Vec<(Tone, char)> =
            self.pieces.iter().flat_map(|(tone, text)| text.chars().map(|c| (*tone, c))).collect();
        let mut lines = Vec::new();
        let mut rest = characters.as_slice();
        while !rest.is_empty() {
            let mut line = if lines.is_empty() { Self::new() } else { Self::indented(indent) };
            let room = width.saturating_sub(line.width()).max(2);
            let is_last = lines.len() + 1 == most;
            // The last line keeps one column for the mark.
            let taken = fitting(rest, room).min(if is_last { fitting(rest, room - 1) } else { usize::MAX });
            let (now, later) = if taken == rest.len() || (is_last && fitting(rest, room) == rest.len()) {
                (rest, &rest[rest.len()..])
            } else if is_last {
                rest.split_at(taken)
            } else {
                rest.split_at(between_words(rest, taken))
            };
            line.extend(now);
            if is_last && !later.is_empty() {
                line.pieces.push((Tone::Dim, "…".to_owned()));
            }
            lines.push(line);
            rest = if is_last { &[] } else { later };
        }
        lines
    }

    fn extend(&mut self, characters: &[(Tone, char)]) {
        for (tone, c) in characters {
            match self.pieces.last_mut() {
                Some((last, text)) if last == tone => text.push(*c),
                _ => self.pieces.push((*tone, c.to_string())),
            }
        }
    }

    /// The line as a terminal gets it, with its end.
    pub(super) fn written(&self, colour: bool) -> String {
        let mut out = String::new();
        for (tone, text) in &self.pieces {
            match tone.code() {
                "" => out.push_str(text),
                _ if !colour => out.push_str(text),
                code => out.push_str(&format!("\u{1b}[{code}m{text}\u{1b}[0m")),
            }
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
        out
    }
}

/// How many characters fit into so many columns; at least one, or nothing would ever end.
fn fitting(characters: &[(Tone, char)], room: usize) -> usize {
    let mut used = 0;
    let fits = |(_, c): &&(Tone, char)| {
        used += columns(*c);
        used <= room
    };
    characters.iter().take_while(fits).count().max(1)
}

/// The end of the last word among the first `taken` characters, unless that leaves half the line empty.
fn between_words(characters: &[(Tone, char)], taken: usize) -> usize {
    if characters.get(taken).is_some_and(|(_, c)| *c == ' ') {
        return taken + 1;
    }
    let space = characters[..taken].iter().rposition(|(_, c)| *c == ' ');
    space.map(|at| at + 1).filter(|end| *end > taken / 2).unwrap_or(taken)
}

fn columns(c: char) -> usize {
    c.width().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(lines: &[Line]) -> String {
        lines.iter().map(|line| line.written(false)).collect()
    }

    #[test]
    fn lines_are_fitted_by_columns_and_not_by_characters() {
        let line = Line::of("", Tone::Plain, "日本語テキスト");
        assert_eq!(line.width(), 14);
        assert_eq!(line.clone().clipped(7).written(false), "日本語…\n");
        assert_eq!(written(&line.clone().wrapped(8, "", 9)), "日本語テ\nキスト\n");
        assert_eq!(written(&line.wrapped(6, "  ", 2)), "日本語\n  テ…\n");
        assert_eq!(Line::of("  ", Tone::Plain, "short").clipped(80).written(false), "  short\n");
        // A mark above a letter takes no column.
        assert_eq!(Line::of("", Tone::Plain, "e\u{301}e\u{301}").width(), 2);
    }

    #[test]
    fn text_of_a_tool_cannot_choose_a_colour_or_start_a_line() {
        let line = Line::of("", Tone::Red, "a\u{1b}[2J\nb");
        assert_eq!(line.written(false), "a␛[2J␊b\n");
        assert_eq!(line.written(true), "\u{1b}[31ma␛[2J␊b\u{1b}[0m\n");
    }
}
