//! A page of what a search found, and what the model has to know beside it.
//!
//! ```text
//! Found 3 matches
//!
//! src/a.rs
//! Line 3: fn main() {
//!
//! src/b.rs
//! Line 1- // before
//! Line 2: main();
//!
//! (1 more; send offset 2.)
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use crate::args::{GlobArgs, GrepArgs};
use crate::output::{FileCount, GlobOutput, GrepMatch, GrepOutput, SearchNote, SearchNoteKind};

/// How many bytes of a line are shown, and how many of them stand before the match.
const LINE_SHOWN: usize = 2_000;
const BEFORE_MATCH: usize = 500;

/// How many bytes of results are shown.
const PAGE: usize = 51_200;

/// The text for files that were found.
pub(crate) fn paths(args: &GlobArgs, value: &GlobOutput) -> String {
    let text = match value.total {
        0 => "No files found".to_owned(),
        _ => page_of_paths(args, value).finish(),
    };
    with_notes(text, value.notes.as_deref())
}

/// Which of the paths that text shows.
pub(crate) fn shown_paths(args: &GlobArgs, value: &GlobOutput) -> Range<usize> {
    page_of_paths(args, value).range()
}

fn page_of_paths(args: &GlobArgs, value: &GlobOutput) -> Page {
    let mut page = Page::new(args.limit, args.offset, value.total);
    page.lines(value.paths.iter().map(Cow::from));
    page
}

/// The text for what a regular expression found.
pub(crate) fn matches(args: &GrepArgs, value: &GrepOutput) -> String {
    let (total, notes) = match value {
        GrepOutput::Content { total, notes, .. }
        | GrepOutput::Files { total, notes, .. }
        | GrepOutput::Count { total, notes, .. } => (*total, notes),
    };
    let text = match total {
        0 => "No matches found".to_owned(),
        _ => page_of_results(args, value).finish(),
    };
    with_notes(text, notes.as_deref())
}

/// Which of the matches, paths or counts that text shows.
pub(crate) fn shown(args: &GrepArgs, value: &GrepOutput) -> Range<usize> {
    page_of_results(args, value).range()
}

fn page_of_results(args: &GrepArgs, value: &GrepOutput) -> Page {
    let page = |total| Page::new(args.limit, args.offset, total);
    let found = |total: u64| format!("Found {total} {}\n", if total == 1 { "match" } else { "matches" });
    match value {
        GrepOutput::Content { matches, total, .. } => {
            let mut page = page(*total);
            page.text = found(*total);
            page.matches(matches);
            page
        }
        GrepOutput::Files { paths, total, .. } => {
            let mut page = page(*total);
            page.lines(paths.iter().map(Cow::from));
            page
        }
        GrepOutput::Count { counts, total, .. } => {
            let mut page = page(counts.len() as u64);
            page.text = found(*total);
            page.lines(counts.iter().map(|FileCount { path, count }| format!("{path}: {count}").into()));
            page
        }
    }
}

/// Results from `offset` on, until there are enough.
struct Page {
    limit: usize,
    offset: usize,
    total: u64,
    shown: usize,
    text: String,
}

impl Page {
    fn new(limit: u64, offset: u64, total: u64) -> Self {
        let size = |count| usize::try_from(count).unwrap_or(usize::MAX);
        Self { limit: size(limit), offset: size(offset), total, shown: 0, text: String::new() }
    }

    /// The results that it shows.
    fn range(&self) -> Range<usize> {
        self.offset..self.offset.saturating_add(self.shown)
    }

    /// Whether a further result of this size is not to be shown. The first one always is.
    fn is_full(&self, bytes: usize) -> bool {
        self.shown > 0 && (self.shown >= self.limit || self.text.len() + bytes > PAGE)
    }

    fn lines<'a>(&mut self, lines: impl Iterator<Item = Cow<'a, str>>) {
        for line in lines.skip(self.offset) {
            if self.is_full(line.len()) {
                break;
            }
            self.text.push_str(&line);
            self.text.push('\n');
            self.shown += 1;
        }
    }

    /// Matches under the paths of their files; lines that several of them have around them are shown once.
    fn matches(&mut self, matches: &[GrepMatch]) {
        let mut rest = matches.get(self.offset.min(matches.len())..).unwrap_or_default();
        while let Some(first) = rest.first() {
            let count = rest.iter().take_while(|other| other.path == first.path).count();
            let mut lines = BTreeMap::new();
            let mut bytes = first.path.len() + 2;
            let before = self.shown;
            for found in &rest[..count] {
                let of_match = lines_of(found);
                let more: usize = of_match.iter().map(|(_, (_, line))| line.len() + 16).sum();
                if self.is_full(bytes + more) {
                    break;
                }
                bytes += more;
                self.shown += 1;
                for (number, (is_match, line)) in of_match {
                    let entry = lines.entry(number).or_insert((is_match, line));
                    entry.0 |= is_match;
                }
            }
            if self.shown == before {
                return;
            }
            self.file(&first.path, &lines);
            if self.shown - before < count {
                return;
            }
            rest = &rest[count..];
        }
    }

    fn file(&mut self, path: &str, lines: &BTreeMap<u64, (bool, String)>) {
        let _ = writeln!(self.text, "\n{path}");
        let mut last = None;
        let has_context = lines.values().any(|(is_match, _)| !is_match);
        for (number, (is_match, line)) in lines {
            if has_context && last.is_some_and(|last| last + 1 < *number) {
                self.text.push_str("--\n");
            }
            last = Some(*number);
            let mark = if *is_match { ':' } else { '-' };
            let _ = writeln!(self.text, "Line {number}{mark} {line}");
        }
    }

    /// The text, and what comes behind it.
    fn finish(mut self) -> String {
        let seen = self.offset.saturating_add(self.shown) as u64;
        if self.shown == 0 {
            return format!("No more: {} in all, and the offset is {}.", self.total, self.offset);
        }
        if seen < self.total {
            let _ = write!(self.text, "\n({} more; send offset {seen}.)", self.total - seen);
        }
        self.text.truncate(self.text.trim_end().len());
        self.text
    }
}

/// The lines of a match with their numbers and whether they belong to the match itself, each cut to what is shown.
fn lines_of(found: &GrepMatch) -> Vec<(u64, (bool, String))> {
    let (before, after) = (found.before.as_deref().unwrap_or_default(), found.after.as_deref().unwrap_or_default());
    let first = found.line_number.saturating_sub(before.len() as u64);
    let mut lines: Vec<_> = before.iter().map(|line| (false, excerpt(line, 0))).collect();
    let mut at = found.at;
    for line in found.line.split('\n') {
        lines.push((true, excerpt(line.strip_suffix('\r').unwrap_or(line), at)));
        at = 0;
    }
    lines.extend(after.iter().map(|line| (false, excerpt(line, 0))));
    lines.into_iter().enumerate().map(|(index, line)| (first.saturating_add(index as u64), line)).collect()
}

/// A line, or the part of it that has the match in it and says how much is missing.
pub(crate) fn excerpt(line: &str, at: usize) -> String {
    if line.len() <= LINE_SHOWN {
        return line.to_owned();
    }
    let start = line.floor_char_boundary(at.min(line.len()).saturating_sub(BEFORE_MATCH));
    let end = line.floor_char_boundary(start.saturating_add(LINE_SHOWN));
    let head = if start > 0 { "… " } else { "" };
    format!("{head}{} … [line cut, {} more bytes]", &line[start..end], line.len() - (end - start))
}

fn with_notes(mut text: String, notes: Option<&[SearchNote]>) -> String {
    for note in notes.unwrap_or_default() {
        let _ = write!(text, "\n({})", sentence(note));
    }
    text
}

fn sentence(note: &SearchNote) -> String {
    let named = note.paths.join(", ");
    let more = if note.count > note.paths.len() as u64 { " and more" } else { "" };
    let count = note.count;
    match note.kind {
        SearchNoteKind::Unreadable => format!("Could not be read: {count}: {named}{more}."),
        SearchNoteKind::Ignored => {
            format!("Ignored files were not searched: {count}: {named}{more}. Send no_ignore to search them.")
        }
        SearchNoteKind::Binary => format!("{named} is no text and was not searched."),
        SearchNoteKind::TooLong => format!("Too long a line to be searched to the end: {count}: {named}{more}."),
        SearchNoteKind::Name => format!("Names that are no Unicode text, shown with U+FFFD: {count}: {named}{more}."),
        SearchNoteKind::VersionControl => format!("{named} belongs to version control, which is not searched."),
        SearchNoteKind::Folder => format!("{named} is a directory; send {named}/** for the files in it."),
        SearchNoteKind::Class => "In a glob `[` begins a class of characters; `\\[` stands for itself.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, line_number: u64, line: &str) -> GrepMatch {
        GrepMatch { path: path.to_owned(), line_number, line: line.to_owned(), before: None, after: None, at: 0 }
    }

    fn value(matches: Vec<GrepMatch>) -> GrepOutput {
        let total = matches.len() as u64;
        GrepOutput::Content { matches, total, files: 1, complete: true, notes: None }
    }

    #[test]
    fn matches_stand_under_their_file() {
        let value = value(vec![found("a", 1, "x"), found("a", 9, "y"), found("b", 2, "z")]);
        let text = matches(&GrepArgs::new("."), &value);
        assert_eq!(text, "Found 3 matches\n\na\nLine 1: x\nLine 9: y\n\nb\nLine 2: z");
        let text = matches(&GrepArgs::new(".").limit(2), &value);
        assert_eq!(text, "Found 3 matches\n\na\nLine 1: x\nLine 9: y\n\n(1 more; send offset 2.)");
        let text = matches(&GrepArgs::new(".").limit(1).offset(1), &value);
        assert_eq!(text, "Found 3 matches\n\na\nLine 9: y\n\n(1 more; send offset 2.)");
    }

    // field: F055
    #[test]
    fn a_page_behind_the_end_is_no_missing_match() {
        let value = value(vec![found("a", 1, "x"), found("a", 2, "x"), found("a", 3, "x")]);
        let text = matches(&GrepArgs::new("x").offset(10), &value);
        assert!(text.starts_with("No more: 3 in all"), "{text}");
        let text = matches(&GrepArgs::new("x").offset(u64::MAX), &value);
        assert!(text.starts_with("No more: 3 in all"), "{text}");
    }

    #[test]
    fn lines_around_several_matches_are_shown_once() {
        let mut one = found("a", 2, "x");
        (one.before, one.after) = (Some(vec!["1".to_owned()]), Some(vec!["x too".to_owned()]));
        let mut two = found("a", 3, "x too");
        (two.before, two.after) = (Some(vec!["x".to_owned()]), Some(vec!["4".to_owned()]));
        let mut far = found("a", 9, "x");
        far.before = Some(vec!["8".to_owned()]);
        let text = matches(&GrepArgs::new("x").context(1), &value(vec![one, two, far]));
        let wanted = "Found 3 matches\n\na\nLine 1- 1\nLine 2: x\nLine 3: x too\nLine 4- 4\n--\nLine 8- 8\nLine 9: x";
        assert_eq!(text, wanted);
    }

    // contract: T5
    // field: F056
    #[test]
    fn the_whole_is_capped_and_a_line_shows_its_match() {
        let long = format!("{}needle{}", "x".repeat(30_000), "é".repeat(15_000));
        let mut hit = found("a", 1, &long);
        hit.at = 30_000;
        hit.before = Some(vec!["y".repeat(60_000), "z".repeat(60_000)]);
        let text = matches(&GrepArgs::new("needle"), &value(vec![hit.clone()]));
        assert!(text.contains("needle") && text.contains("line cut") && text.len() < 7_000, "{}", text.len());
        let text = matches(&GrepArgs::new("needle"), &value(vec![hit; 100]));
        assert!(text.len() < PAGE + 1_000 && text.contains("more; send offset"), "{}", text.len());
    }

    // contract: E7
    #[test]
    fn a_value_that_a_policy_made_up_is_rendered_too() {
        let mut odd = found("", u64::MAX, "a\nb");
        odd.at = usize::MAX;
        odd.before = Some(vec![String::new(); 3]);
        let value = GrepOutput::Content { matches: vec![odd], total: u64::MAX, files: 0, complete: true, notes: None };
        assert!(matches(&GrepArgs::new("x"), &value).contains("more; send offset 1"));
    }
}
