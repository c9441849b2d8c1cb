//! Lines and words of a change.

use std::time::Duration;

use similar::{ChangeTag, DiffOp, TextDiff};
use tool_sdk::present::FileDiff;

/// Lines around a change that are shown.
const AROUND: usize = 3;

/// How long the lines of one change are compared. What is cut short is still right, only longer than it could be.
const PATIENCE: Duration = Duration::from_millis(300);

/// In a change larger than this, words are not compared: nobody reads it for its words.
const MOST_FOR_WORDS: usize = 16 << 10;

/// One line of a change as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// Lines that are equal on both sides are left out here.
    Gap,
    /// A line, in pieces of which those that differ from the other side are marked.
    Line(Side, Vec<Piece>),
}

/// A part of a line, and whether it differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) differs: bool,
    pub(super) text: String,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Both,
    Old,
    New,
}

/// The rows of a change. Without an old text every line is new.
pub(super) fn rows(diff: &FileDiff) -> Vec<Row> {
    let old = diff.old().unwrap_or_default();
    let compared = TextDiff::configure().timeout(PATIENCE).diff_lines(old, diff.new_text.as_str());
    let mut rows = Vec::new();
    for group in compared.grouped_ops(AROUND) {
        if !rows.is_empty() {
            rows.push(Row::Gap);
        }
        for op in group {
            op_rows(&compared, &op, &mut rows);
        }
    }
    rows
}

fn op_rows<'a>(compared: &TextDiff<'a, 'a, str>, op: &DiffOp, rows: &mut Vec<Row>) {
    let size: usize = compared.iter_changes(op).map(|change| change.value().len()).sum();
    if size > MOST_FOR_WORDS {
        rows.extend(compared.iter_changes(op).map(|change| row(change.tag(), [(false, change.value())])));
        return;
    }
    for change in compared.iter_inline_changes_deadline(op, None) {
        rows.push(row(change.tag(), change.values().iter().map(|(differs, text)| (*differs, *text))));
    }
}

fn row<'a>(tag: ChangeTag, pieces: impl IntoIterator<Item = (bool, &'a str)>) -> Row {
    let side = match tag {
        ChangeTag::Equal => Side::Both,
        ChangeTag::Delete => Side::Old,
        ChangeTag::Insert => Side::New,
    };
    let pieces =
        pieces.into_iter().map(|(differs, text)| Piece { differs, text: text.trim_end_matches('\n').to_owned() });
    Row::Line(side, pieces.filter(|piece| !piece.text.is_empty()).collect())
}

/// How many lines came and went.
pub(super) fn counts(rows: &[Row]) -> (u64, u64) {
    let count = |wanted| rows.iter().filter(|row| matches!(row, Row::Line(side, _) if *side == wanted)).count() as u64;
    (count(Side::New), count(Side::Old))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: Option<&str>, new: &str) -> String {
        let line = |row: Row| match row {
            Row::Gap => "~\n".to_owned(),
            Row::Line(side, pieces) => {
                let sign = match side {
                    Side::Both => ' ',
                    Side::Old => '-',
                    Side::New => '+',
                };
                let pieces: String =
                    pieces.iter().map(|p| if p.differs { format!("[{}]", p.text) } else { p.text.clone() }).collect();
                format!("{sign}{pieces}\n")
            }
        };
        rows(&FileDiff::new("a", old, new)).into_iter().map(line).collect()
    }

    #[test]
    fn words_that_differ_are_marked_and_far_lines_left_out() {
        let numbers = |n: u32| (0..n).map(|i| format!("{i}\n")).collect::<String>();
        assert_eq!(shown(Some("let a = 1;\nend\n"), "let a = 2;\nend\n"), "-let a = [1];\n+let a = [2];\n end\n");
        assert_eq!(shown(None, "x\ny"), "+x\n+y\n");
        let (old, new) = (numbers(20), numbers(20).replace("\n2\n", "\ntwo\n").replace("\n17\n", "\n"));
        let shown = shown(Some(&old), &new);
        assert_eq!(shown, " 0\n 1\n-[2]\n+[two]\n 3\n 4\n 5\n~\n 14\n 15\n 16\n-17\n 18\n 19\n");
        assert_eq!(counts(&rows(&FileDiff::new("a", Some("1\n2\n"), "2\n3\n4\n"))), (2, 1));
    }

    #[test]
    fn a_huge_change_is_shown_without_its_words() {
        let line = "word ".repeat(20_000);
        let rows = rows(&FileDiff::new("a", Some(&line), line.replace("word", "WORD")));
        let marked = rows.iter().any(|row| matches!(row, Row::Line(_, pieces) if pieces.iter().any(|p| p.differs)));
        assert!(!marked && rows.len() == 2);
    }
}
