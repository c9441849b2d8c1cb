//! The changed places of a file, as a reader wants to see them: whole lines, with some around (pure).

use std::ops::Range;
use std::time::Duration;

use tool_sdk::prelude::*;

/// How many lines stand around a change.
const CONTEXT: usize = 3;

/// How long two texts are compared; past it a changed place may be told larger than it is.
const PATIENCE: Duration = Duration::from_millis(500);

/// A changed place: lines of the old text and the lines that took their place, both with up to three lines around.
///
/// As JSON: `{"oldStart":1,"newStart":1,"old":"a\nb\n","new":"a\nc\n"}`.
#[derive(Clone, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Hunk {
    /// Number of the first old line.
    pub old_start: u64,
    /// Number of the first new line.
    pub new_start: u64,
    /// The old lines.
    pub old: String,
    /// The new lines.
    pub new: String,
}

/// Bytes of a text and what takes their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change<'a> {
    pub(crate) old: Range<usize>,
    pub(crate) new: &'a [u8],
}

/// The changed places between two texts.
pub(crate) fn between(before: &str, after: &str) -> Vec<Hunk> {
    // Lines by our own definition: the one of the library ends them at a lone `\r` too.
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let diff = similar::TextDiff::configure().timeout(PATIENCE).diff_slices(&old, &new);
    let lines = |slices: &[&str], range: Range<usize>| slices[range].concat();
    let hunk = |group: &Vec<similar::DiffOp>| {
        let (first, last) = (group.first()?, group.last()?);
        let old_range = first.old_range().start..last.old_range().end;
        let new_range = first.new_range().start..last.new_range().end;
        Some(Hunk {
            old_start: old_range.start as u64 + 1,
            new_start: new_range.start as u64 + 1,
            old: lines(&old, old_range),
            new: lines(&new, new_range),
        })
    };
    diff.grouped_ops(CONTEXT).iter().filter_map(hunk).collect()
}

/// The changed places of a UTF-8 text, also a broken one, whose changes are known: they lie in order and do not overlap. The cost
/// is that of counting lines and of the places themselves.
pub(crate) fn of_changes(old: &[u8], changes: &[Change<'_>]) -> Vec<Hunk> {
    let mut hunks = Vec::new();
    let (mut counted, mut old_line, mut added) = (0, 1_i64, 0_i64);
    let mut rest = changes;
    while let Some(first) = rest.first() {
        let start = context_before(old, first.old.start);
        let mut end = context_after(old, first);
        let mut count = 1;
        while let Some(next) = rest.get(count).filter(|next| context_before(old, next.old.start) <= end) {
            end = context_after(old, next);
            count += 1;
        }
        let (here, later) = rest.split_at(count);
        old_line += line_ends(&old[counted..start]);
        counted = start;
        hunks.push(Hunk {
            old_start: old_line.cast_unsigned(),
            new_start: (old_line + added).cast_unsigned(),
            old: String::from_utf8_lossy(&old[start..end]).into_owned(),
            new: String::from_utf8_lossy(&replaced(old, start..end, here)).into_owned(),
        });
        added += here.iter().map(|change| line_ends(change.new) - line_ends(&old[change.old.clone()])).sum::<i64>();
        rest = later;
    }
    hunks
}

/// The bytes of `range` after the changes within it.
fn replaced(old: &[u8], range: Range<usize>, changes: &[Change<'_>]) -> Vec<u8> {
    let mut new = Vec::new();
    let mut at = range.start;
    for change in changes {
        new.extend_from_slice(&old[at..change.old.start]);
        new.extend_from_slice(change.new);
        at = change.old.end;
    }
    new.extend_from_slice(&old[at..range.end]);
    new
}

fn line_ends(bytes: &[u8]) -> i64 {
    memchr::memchr_iter(b'\n', bytes).count() as i64
}

/// Where the lines begin that stand before the line of `at`.
fn context_before(text: &[u8], at: usize) -> usize {
    let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
    let mut start = line;
    for _ in 0..CONTEXT {
        if start == 0 {
            break;
        }
        start = memchr::memrchr(b'\n', &text[..start - 1]).map_or(0, |end| end + 1);
    }
    start
}

/// Where the lines end that stand behind a change.
fn context_after(text: &[u8], change: &Change<'_>) -> usize {
    let begins_line = |at: usize| at == 0 || text[at - 1] == b'\n';
    let new_begins_line =
        if change.new.is_empty() { begins_line(change.old.start) } else { change.new.ends_with(b"\n") };
    let whole = begins_line(change.old.end) && new_begins_line;
    let mut end = change.old.end;
    for _ in 0..CONTEXT + usize::from(!whole) {
        end = memchr::memchr(b'\n', &text[end..]).map_or(text.len(), |found| end + found + 1);
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunk(old_start: u64, new_start: u64, old: &str, new: &str) -> Hunk {
        Hunk { old_start, new_start, old: old.to_owned(), new: new.to_owned() }
    }

    fn change(old: Range<usize>, new: &str) -> Change<'_> {
        Change { old, new: new.as_bytes() }
    }

    #[test]
    fn a_change_is_shown_with_three_lines_around() {
        let text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let hunks = of_changes(text.as_bytes(), &[change(8..9, "five")]);
        assert_eq!(hunks, [hunk(2, 2, "2\n3\n4\n5\n6\n7\n8\n", "2\n3\n4\nfive\n6\n7\n8\n")]);
    }

    #[test]
    fn near_changes_share_a_hunk_and_far_ones_do_not() {
        let lines: String = (1..=40).map(|n| format!("{n:02}\n")).collect();
        let at = |line: usize| (line - 1) * 3..(line - 1) * 3 + 2;
        let near = of_changes(lines.as_bytes(), &[change(at(10), "x\ny"), change(at(14), "z")]);
        assert_eq!(near.len(), 1);
        assert!(near[0].new.contains("x\ny\n11\n12\n13\nz\n"), "{near:?}");
        let far = of_changes(lines.as_bytes(), &[change(at(10), "x\ny"), change(at(30), "z")]);
        assert_eq!(far.iter().map(|hunk| (hunk.old_start, hunk.new_start)).collect::<Vec<_>>(), [(7, 7), (27, 28)]);
    }

    #[test]
    fn both_ways_to_find_the_places_agree() {
        let text = "a\nb\nc\nd\ne\nf\ng\nh\n";
        for (range, new) in
            [(0..0, "new\n"), (0..2, ""), (6..8, "D\nDD\n"), (14..15, "H"), (16..16, "end"), (2..14, "")]
        {
            let changed = format!("{}{new}{}", &text[..range.start], &text[range.end..]);
            let known = of_changes(text.as_bytes(), &[change(range.clone(), new)]);
            assert_eq!(known, between(text, &changed), "{range:?} {new:?}");
        }
    }

    // field: F028
    #[test]
    fn a_lone_return_ends_no_line() {
        assert_eq!(between("a\rb\r\nc\n", "a\rB\r\nc\n"), [hunk(1, 1, "a\rb\r\nc\n", "a\rB\r\nc\n")]);
    }

    #[test]
    fn a_text_from_nothing_is_one_place() {
        assert_eq!(between("", "a\nb"), [hunk(1, 1, "", "a\nb")]);
        assert_eq!(of_changes(b"", &[change(0..0, "a\nb")]), [hunk(1, 1, "", "a\nb")]);
        assert_eq!(of_changes(b"a", &[change(0..1, "")]), [hunk(1, 1, "a", "")]);
        assert!(between("same\n", "same\n").is_empty());
    }
}
