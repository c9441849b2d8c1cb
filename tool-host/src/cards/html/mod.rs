//! Cards as one page that needs nothing else: no script, no font, no file from anywhere.

use std::io::{self, Write};

use tool_sdk::present::{Card, Entry, LineMatch, Location, ReadLine, Source};

use self::markup::{Markup, link};
use super::amount::{count, duration};
use super::diff::{Piece, Row, Side};
use super::sheet::{Mark, Part, Sheet};
use super::visible::without_colours;

mod markup;

/// How everything looks.
const STYLE: &str = include_str!("style.css");

/// More rows than this are folded.
const MOST_ROWS: usize = 40;

/// How many of them stand before the fold.
const BEFORE_FOLD: usize = 20;

/// The pictures that a page shows; anything else under the name of one is named only. No SVG: it is a document of its own.
const PICTURES: &[&str] = &["image/png", "image/jpeg", "image/gif", "image/webp"];

/// A page that is written card by card, so that a long session needs no memory.
pub(crate) struct Page<W> {
    out: W,
}

impl<W: Write> Page<W> {
    /// Begins the page.
    pub(crate) fn begin(mut out: W, title: &str) -> io::Result<Self> {
        let mut head = Markup::new();
        // The policy is a second wall: even a byte that should not have come through could load and run nothing.
        head.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        head.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
        head.raw("style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n");
        head.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        head.raw(
            "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n",
        );
        head.element("title", "", title);
        head.raw("\n<style>\n").raw(STYLE).raw("</style>\n</head>\n<body>\n<main>\n");
        head.element("h1", "", title);
        head.raw("\n");
        out.write_all(head.finish().as_bytes())?;
        Ok(Self { out })
    }

    /// Adds a card.
    pub(crate) fn card(&mut self, card: &Card) -> io::Result<()> {
        self.out.write_all(article(card).as_bytes())
    }

    /// Ends the page.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.out.write_all(b"</main>\n</body>\n</html>\n")?;
        self.out.flush()
    }
}

/// One card.
pub(super) fn article(card: &Card) -> String {
    let sheet = Sheet::of(card);
    let mut out = Markup::new();
    let bad = if sheet.mark == Mark::Bad { " bad" } else { "" };
    out.raw("<article class=\"card ").raw(sheet.state.as_str()).raw(bad).raw("\" data-call=\"");
    out.text(&card.call_id).raw("\" data-tool=\"").text(&card.name).raw("\">\n<header>");
    out.element("span", "state", sheet.mark.glyph());
    out.element("h2", "", sheet.title.trim());
    out.raw("<span class=\"facts\">");
    for fact in &sheet.facts {
        out.element("span", "", fact);
    }
    out.raw("</span></header>\n");
    for part in &sheet.parts {
        out.part(part);
    }
    out.raw("</article>\n");
    out.finish()
}

impl Markup {
    fn part(&mut self, part: &Part) {
        match part {
            Part::Note(note) => self.line("p", "note", note),
            Part::Command { command, cwd } => self.command(command, cwd.as_deref()),
            Part::Input(text) => self.long("input", text),
            Part::Text(text) => self.long("text", text),
            Part::Output(text) => self.long("output", &without_colours(text)),
            Part::Image { mime_type, data } => self.picture(mime_type, data),
            Part::Diff { path, new_file, rows, added, removed } => {
                self.raw("<section><h3>").text(path);
                if *new_file {
                    self.element("small", "", "new");
                }
                self.element("small", "came", &format!("+{added}"));
                self.element("small", "went", &format!("−{removed}"));
                self.raw("</h3>\n");
                self.rows("diff", rows, Self::diff_row);
                self.raw("</section>\n");
            }
            Part::Matches { path, matches } => {
                self.raw("<section>");
                self.line("h3", "", path);
                self.rows("lines", matches, |out, LineMatch { line_number, line, .. }| {
                    out.numbered(*line_number, line);
                });
                self.raw("</section>\n");
            }
            Part::Lines(lines) => {
                self.rows("lines", lines, |out, ReadLine { number, text, .. }| out.numbered(*number, text));
            }
            Part::Paths(paths) => self.rows("paths", paths, |out, path| out.row("", path)),
            Part::Sources(sources) => sources.iter().for_each(|source| self.source(source)),
            Part::Link(url) => {
                self.raw("<p>");
                self.link(url, url);
                self.raw("</p>\n");
            }
            Part::Places(places) => self.rows("paths", places, |out, Location { path, line, .. }| {
                let line = line.map(|line| format!(":{line}")).unwrap_or_default();
                out.row("", &format!("{path}{line}"));
            }),
            Part::Entries(entries) => self.rows("entries", entries, Self::entry),
        }
    }

    fn line(&mut self, tag: &str, class: &str, text: &str) {
        self.element(tag, class, text);
        self.raw("\n");
    }

    fn command(&mut self, command: &str, cwd: Option<&str>) {
        if let Some(cwd) = cwd {
            self.line("p", "note", cwd);
        }
        self.raw("<pre class=\"command\">").text(command.trim_end()).raw("</pre>\n");
    }

    /// A text, the rest of which is folded when it is long.
    fn long(&mut self, class: &str, text: &str) {
        let (shown, rest) = preview(text.trim_end_matches(['\n', '\r']));
        self.raw("<pre class=\"").raw(class).raw("\">").text(shown).raw("</pre>\n");
        if let Some(rest) = rest {
            let lines = rest.lines().count() as u64;
            let more = match lines {
                0 | 1 => count(rest.chars().count() as u64, "more character", "more characters"),
                _ => count(lines, "more line", "more lines"),
            };
            self.raw("<details>");
            self.element("summary", "", &more);
            self.raw("<pre class=\"").raw(class).raw("\">").text(rest).raw("</pre></details>\n");
        }
    }

    /// Rows, the rest of which is folded when there are many.
    fn rows<T>(&mut self, class: &str, rows: &[T], row: impl Fn(&mut Self, &T)) {
        let folded = rows.len() > MOST_ROWS;
        let (shown, rest) = rows.split_at(if folded { BEFORE_FOLD } else { rows.len() });
        let block = |out: &mut Self, rows: &[T]| {
            out.raw("<div class=\"rows ").raw(class).raw("\">\n");
            rows.iter().for_each(|each| row(out, each));
            out.raw("</div>\n");
        };
        block(self, shown);
        if folded {
            self.raw("<details>");
            self.element("summary", "", &count(rest.len() as u64, "more line", "more lines"));
            block(self, rest);
            self.raw("</details>\n");
        }
    }

    fn row(&mut self, class: &str, text: &str) {
        self.line("div", class, text);
    }

    fn numbered(&mut self, number: u64, text: &str) {
        self.raw("<div>");
        self.element("b", "", &number.to_string());
        self.element("code", "", text);
        self.raw("</div>\n");
    }

    fn diff_row(&mut self, row: &Row) {
        let Row::Line(side, pieces) = row else { return self.row("gap", "⋯") };
        let (tag, sign) = match side {
            Side::Both => ("div", " "),
            Side::Old => ("del", "-"),
            Side::New => ("ins", "+"),
        };
        self.raw("<").raw(tag).raw(">");
        self.element("b", "", sign);
        self.raw("<code>");
        for Piece { differs, text } in pieces {
            if *differs {
                self.element("mark", "", text);
            } else {
                self.text(text);
            }
        }
        self.raw("</code></").raw(tag).raw(">\n");
    }

    fn source(&mut self, source: &Source) {
        self.raw("<section><h3>");
        self.link(&source.url, source.title.as_deref().unwrap_or(&source.url));
        if let Some(published_at) = &source.published_at {
            self.element("small", "", published_at);
        }
        self.raw("</h3>\n");
        if source.title.is_some() {
            self.line("p", "note", &source.url);
        }
        if let Some(snippet) = &source.snippet {
            self.line("p", "", snippet);
        }
        self.raw("</section>\n");
    }

    /// A link, if it leads to a page; anything else is text.
    fn link(&mut self, url: &str, label: &str) {
        if link::leads_to_a_page(url) {
            self.raw("<a rel=\"noopener noreferrer nofollow\" href=\"").text(url).raw("\">").text(label).raw("</a>");
        } else {
            self.text(label);
        }
    }

    fn picture(&mut self, mime_type: &str, data: &str) {
        let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
        if PICTURES.contains(&mime_type) && data.bytes().all(is_base64) {
            self.raw("<img alt=\"").text(mime_type).raw("\" src=\"data:").text(mime_type).raw(";base64,");
            self.text(data).raw("\">\n");
        } else {
            let size = count(data.len() as u64 / 4 * 3, "byte", "bytes");
            self.line("p", "note", &format!("[{mime_type}, about {size}]"));
        }
    }

    fn entry(&mut self, entry: &Entry) {
        self.raw("<div class=\"").raw(entry.state.as_str()).raw("\">");
        self.element("span", "state", Mark::from(entry.state).glyph());
        self.element("span", "", &entry.title);
        if let Some(ms) = entry.duration_ms {
            self.element("small", "", &duration(ms));
        }
        self.raw("</div>\n");
    }
}

/// What stands before the fold of a long text, and the rest: at a line end if there is one in time.
fn preview(text: &str) -> (&str, Option<&str>) {
    const LINES: usize = 14;
    const CHARACTERS: usize = 1_500;
    // A fold that hides next to nothing is a nuisance.
    const SPARED: usize = 6;
    let line_end = text.match_indices('\n').map(|(at, _)| at);
    let by_lines = if line_end.clone().count() > LINES + SPARED { line_end.clone().nth(LINES) } else { None };
    let by_characters = text.char_indices().nth(CHARACTERS).map(|(at, _)| at);
    let by_characters = by_characters.filter(|at| text[*at..].len() > CHARACTERS);
    let Some(cut) = by_lines.into_iter().chain(by_characters).min() else { return (text, None) };
    let cut = text[..cut].rfind('\n').filter(|at| at * 2 > cut).unwrap_or(cut);
    let (shown, rest) = text.split_at(cut);
    (shown, Some(rest.strip_prefix('\n').unwrap_or(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_folded_where_a_line_ends() {
        assert_eq!(preview("short\ntext"), ("short\ntext", None));
        let lines = "line\n".repeat(50);
        let (shown, rest) = preview(&lines);
        assert_eq!(shown.lines().count() + rest.expect("a rest").lines().count(), 50);
        let line = "é".repeat(100_000);
        let (shown, rest) = preview(&line);
        assert_eq!((shown.chars().count(), rest.map(|rest| rest.chars().count())), (1_500, Some(98_500)));
    }

    #[test]
    fn only_what_is_a_picture_is_shown_as_one() {
        let shown = |mime_type, data| {
            let mut out = Markup::new();
            out.picture(mime_type, data);
            out.finish()
        };
        assert!(shown("image/png", "aGk=").starts_with("<img alt=\"image/png\" src=\"data:image/png;base64,aGk=\">"));
        for (mime_type, data) in
            [("image/svg+xml", "aGk="), ("image/png\" onerror=\"x", "aGk="), ("image/png", "\"><script>")]
        {
            let shown = shown(mime_type, data);
            assert!(!shown.contains("<img") && !shown.contains("<script"), "{shown}");
        }
    }
}
