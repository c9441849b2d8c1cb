//! Cards in a terminal.

use tool_sdk::present::{Card, CardState, Entry, LineMatch, ReadLine, Source};

use self::line::{Line, Tone};
use super::amount::{count, duration};
use super::diff::{Piece, Row, Side};
use super::sheet::{Mark, Part, Sheet};
use super::visible::without_colours;

mod line;

/// A part with more lines than this is folded.
const MOST_LINES: usize = 40;

/// How many of them stand before and after the fold: how a command ended is at its end.
const BEFORE_FOLD: usize = 20;
const AFTER_FOLD: usize = 15;

/// A line of text goes on over so many lines of the terminal at most.
const MOST_WRAPPED: usize = 4;

/// What a card is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    /// Whether colours may be used.
    pub(crate) colour: bool,
    /// How many columns there are.
    pub(crate) width: usize,
}

/// Draws a card. Nothing of it but line ends and, with colours, our own choice of them is a control character.
pub(crate) fn draw(card: &Card, paint: Paint) -> String {
    let sheet = Sheet::of(card);
    let mut drawing = Drawing { width: paint.width.max(20), lines: Vec::new() };
    drawing.head(&sheet);
    for part in &sheet.parts {
        // Nothing can be clicked here, so an address that is the title says nothing new.
        if !matches!(part, Part::Link(url) if *url == sheet.title) {
            drawing.part(part, sheet.state);
        }
    }
    drawing.lines.iter().map(|line| line.written(paint.colour)).collect()
}

struct Drawing {
    width: usize,
    lines: Vec<Line>,
}

impl Drawing {
    /// State and title to the left, facts to the right, or below where both do not fit.
    fn head(&mut self, sheet: &Sheet) {
        let mut first = sheet.title.trim().lines();
        let title = first.next().unwrap_or_default();
        let mut head = Line::new();
        head.push(tone(sheet.mark), sheet.mark.glyph()).push(Tone::Plain, " ").push(Tone::Bold, title);
        if first.next().is_some() {
            head.push(Tone::Bold, " …");
        }
        let mut facts = Line::new();
        facts.push(Tone::Dim, &sheet.facts.join(" · "));
        if head.width() + facts.width() + 2 <= self.width {
            head.pad(self.width - facts.width());
            head.append(facts);
            self.lines.push(head);
        } else {
            self.lines.extend(head.wrapped(self.width, "  ", 2));
            self.clipped(Line::indented("  ").appended(facts));
        }
    }

    fn part(&mut self, part: &Part, state: CardState) {
        let text_tone = if state == CardState::Failed { Tone::Red } else { Tone::Plain };
        match part {
            Part::Note(note) => self.clipped(Line::of("  ", Tone::Dim, note)),
            Part::Command { command, cwd } => self.command(command, cwd.as_deref()),
            Part::Input(text) => self.text("  ", Tone::Dim, text),
            Part::Text(text) => self.text("  ", text_tone, text),
            Part::Output(text) => self.text("  ", Tone::Plain, &without_colours(text)),
            Part::Image { mime_type, data } => {
                let size = count(data.len() as u64 / 4 * 3, "byte", "bytes");
                self.clipped(Line::of("  ", Tone::Dim, &format!("[{mime_type}, about {size}]")));
            }
            Part::Diff { path, new_file, rows, added, removed } => {
                let mut line = Line::of("  ", Tone::Cyan, path);
                line.push(Tone::Dim, if *new_file { "  new" } else { "" });
                line.push(Tone::Green, &format!("  +{added}")).push(Tone::Red, &format!(" -{removed}"));
                self.clipped(line);
                self.folded(rows.iter().map(diff_line).collect());
            }
            Part::Matches { path, matches } => {
                self.clipped(Line::of("  ", Tone::Cyan, path));
                self.folded(numbered(matches.iter().map(|LineMatch { line_number, line, .. }| (*line_number, line))));
            }
            Part::Lines(lines) => {
                self.folded(numbered(lines.iter().map(|ReadLine { number, text, .. }| (*number, text))));
            }
            Part::Paths(paths) => self.folded(paths.iter().map(|path| Line::of("  ", Tone::Cyan, path)).collect()),
            Part::Sources(sources) => sources.iter().for_each(|source| self.source(source)),
            Part::Link(url) => self.clipped(Line::of("  ", Tone::Cyan, url)),
            Part::Places(places) => {
                for place in places {
                    let line = place.line.map(|line| format!(":{line}")).unwrap_or_default();
                    self.clipped(Line::of("  ", Tone::Cyan, &format!("{}{line}", place.path)));
                }
            }
            Part::Entries(entries) => self.folded(entries.iter().map(entry_line).collect()),
        }
    }

    fn command(&mut self, command: &str, cwd: Option<&str>) {
        if let Some(cwd) = cwd {
            self.clipped(Line::of("  ", Tone::Dim, cwd));
        }
        for (i, line) in command.trim_end().lines().enumerate() {
            let mut drawn = Line::of("  ", Tone::Green, if i == 0 { "$ " } else { "  " });
            drawn.push(Tone::Bold, line);
            self.lines.extend(drawn.wrapped(self.width, "    ", MOST_WRAPPED));
        }
    }

    fn source(&mut self, source: &Source) {
        let mut title = Line::of("  ", Tone::Bold, source.title.as_deref().unwrap_or(&source.url));
        if let Some(published_at) = &source.published_at {
            title.push(Tone::Dim, &format!("  {published_at}"));
        }
        self.clipped(title);
        if source.title.is_some() {
            self.clipped(Line::of("    ", Tone::Cyan, &source.url));
        }
        if let Some(snippet) = &source.snippet {
            self.text("    ", Tone::Plain, snippet);
        }
    }

    /// Prose and output: long lines go on below.
    fn text(&mut self, indent: &str, tone: Tone, text: &str) {
        let width = self.width;
        let lines = text.trim_end_matches(['\n', '\r']).lines();
        let wrapped = |line: &str| Line::of(indent, tone, line).wrapped(width, indent, MOST_WRAPPED);
        let folded = fold(lines.collect(), Folded::Hidden, Folded::Kept);
        for line in folded {
            match line {
                Folded::Kept(line) => self.lines.extend(wrapped(line)),
                Folded::Hidden(hidden) => self.lines.push(hidden_line(indent, hidden)),
            }
        }
    }

    /// Lines that are cut at the edge, because their columns mean something.
    fn folded(&mut self, lines: Vec<Line>) {
        for line in fold(lines, |hidden| hidden_line("  ", hidden), |line| line) {
            self.clipped(line);
        }
    }

    fn clipped(&mut self, line: Line) {
        self.lines.push(line.clipped(self.width));
    }
}

enum Folded<T> {
    Kept(T),
    Hidden(usize),
}

/// Leaves out the middle of what is too long.
fn fold<T, U>(items: Vec<T>, hidden: impl Fn(usize) -> U, kept: impl Fn(T) -> U) -> Vec<U> {
    let total = items.len();
    if total <= MOST_LINES {
        return items.into_iter().map(kept).collect();
    }
    let mut out = Vec::with_capacity(MOST_LINES);
    for (i, item) in items.into_iter().enumerate() {
        if i == BEFORE_FOLD {
            out.push(hidden(total - BEFORE_FOLD - AFTER_FOLD));
        }
        if i < BEFORE_FOLD || i >= total - AFTER_FOLD {
            out.push(kept(item));
        }
    }
    out
}

fn hidden_line(indent: &str, hidden: usize) -> Line {
    Line::of(indent, Tone::Dim, &format!("… {}", count(hidden as u64, "more line", "more lines")))
}

fn tone(mark: Mark) -> Tone {
    match mark {
        Mark::Running => Tone::Yellow,
        Mark::Good => Tone::Green,
        Mark::Bad => Tone::Red,
    }
}

fn entry_line(entry: &Entry) -> Line {
    let mark = Mark::from(entry.state);
    let mut line = Line::of("  ", tone(mark), mark.glyph());
    line.push(Tone::Plain, " ").push(Tone::Plain, &entry.title);
    if let Some(ms) = entry.duration_ms {
        line.push(Tone::Dim, &format!("  {}", duration(ms)));
    }
    line
}

fn diff_line(row: &Row) -> Line {
    let Row::Line(side, pieces) = row else { return Line::of("  ", Tone::Dim, "  ⋯") };
    let (sign, tone, strong) = match side {
        Side::Both => ("  ", Tone::Dim, Tone::Dim),
        Side::Old => ("- ", Tone::Red, Tone::RedWord),
        Side::New => ("+ ", Tone::Green, Tone::GreenWord),
    };
    let mut line = Line::of("  ", tone, sign);
    for Piece { differs, text } in pieces {
        line.push(if *differs { strong } else { tone }, text);
    }
    line
}

/// Lines with their numbers in a column of their own.
fn numbered<'a>(lines: impl Iterator<Item = (u64, &'a String)> + Clone) -> Vec<Line> {
    let width = lines.clone().map(|(number, _)| number.to_string().len()).max().unwrap_or(0).max(4);
    let line = |(number, text): (u64, &String)| {
        let mut line = Line::of("  ", Tone::Dim, &format!("{number:>width$} │ "));
        line.push(Tone::Plain, text);
        line
    };
    lines.map(line).collect()
}
