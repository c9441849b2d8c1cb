//! A text with parts replaced, told in parts of the original: what stays is never copied (pure).

use std::ops::Range;

use crate::hunks::Change;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// Bytes of the original.
    Old(Range<usize>),
    /// Bytes that are new.
    New(Vec<u8>),
}

impl Part {
    fn len(&self) -> usize {
        match self {
            Self::Old(range) => range.len(),
            Self::New(bytes) => bytes.len(),
        }
    }

    /// The first `at` bytes and the others.
    fn split(self, at: usize) -> (Self, Self) {
        match self {
            Self::Old(range) => {
                let middle = range.start + at;
                (Self::Old(range.start..middle), Self::Old(middle..range.end))
            }
            Self::New(mut bytes) => {
                let rest = bytes.split_off(at);
                (Self::New(bytes), Self::New(rest))
            }
        }
    }
}

/// A text made of parts of an original and of new bytes.
#[derive(Clone, Debug)]
pub(crate) struct Spliced<'a> {
    original: &'a [u8],
    parts: Vec<Part>,
}

impl<'a> Spliced<'a> {
    /// The original itself.
    pub(crate) fn new(original: &'a [u8]) -> Self {
        Self { original, parts: vec![Part::Old(0..original.len())] }
    }

    /// Replaces spans of the text as it is now; they lie in order and do not overlap.
    pub(crate) fn replace(&mut self, spans: Vec<(Range<usize>, Vec<u8>)>) {
        let mut old = std::mem::take(&mut self.parts).into_iter();
        let mut current = old.next();
        let mut at = 0;
        for (span, new) in spans {
            self.take(&mut current, &mut old, span.start - at, true);
            self.take(&mut current, &mut old, span.len(), false);
            self.push(Part::New(new));
            at = span.end;
        }
        for part in current.into_iter().chain(old) {
            self.push(part);
        }
    }

    /// Moves the next `count` bytes over, or leaves them out.
    fn take(
        &mut self,
        current: &mut Option<Part>,
        rest: &mut impl Iterator<Item = Part>,
        mut count: usize,
        keep: bool,
    ) {
        while count > 0 {
            let Some(part) = current.take().or_else(|| rest.next()) else { return };
            let (head, tail) = if part.len() > count {
                let (head, tail) = part.split(count);
                (head, Some(tail))
            } else {
                (part, None)
            };
            count -= head.len();
            *current = tail;
            if keep {
                self.push(head);
            }
        }
    }

    /// Neighbours that belong together become one.
    fn push(&mut self, part: Part) {
        match (self.parts.last_mut(), part) {
            (_, part) if part.len() == 0 => {}
            (Some(Part::Old(last)), Part::Old(next)) if last.end == next.start => last.end = next.end,
            (Some(Part::New(last)), Part::New(next)) => last.extend(next),
            (_, part) => self.parts.push(part),
        }
    }

    /// The text, in pieces.
    pub(crate) fn pieces(&self) -> Vec<&[u8]> {
        self.parts.iter().map(|part| self.bytes(part)).collect()
    }

    fn bytes<'b>(&'b self, part: &'b Part) -> &'b [u8] {
        match part {
            Part::Old(range) => &self.original[range.clone()],
            Part::New(bytes) => bytes,
        }
    }

    /// What was replaced by what, in order.
    pub(crate) fn changes(&self) -> Vec<Change<'_>> {
        let mut changes = Vec::new();
        let (mut at, mut new): (usize, &[u8]) = (0, &[]);
        for part in &self.parts {
            match part {
                Part::New(bytes) => new = bytes,
                Part::Old(range) => {
                    push_change(&mut changes, at..range.start, new);
                    (at, new) = (range.end, &[]);
                }
            }
        }
        push_change(&mut changes, at..self.original.len(), new);
        changes
    }
}

fn push_change<'a>(changes: &mut Vec<Change<'a>>, old: Range<usize>, new: &'a [u8]) {
    if !old.is_empty() || !new.is_empty() {
        changes.push(Change { old, new });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(spliced: &Spliced<'_>) -> String {
        String::from_utf8(spliced.pieces().concat()).unwrap()
    }

    #[test]
    fn replacements_build_on_each_other() {
        let mut spliced = Spliced::new(b"one two three");
        spliced.replace(vec![(0..3, b"1".to_vec()), (8..13, b"3".to_vec())]);
        assert_eq!(text(&spliced), "1 two 3");
        spliced.replace(vec![(0..5, b"".to_vec())]);
        assert_eq!(text(&spliced), " 3");
        spliced.replace(vec![(2..2, b"!".to_vec())]);
        assert_eq!(text(&spliced), " 3!");
        let changes = spliced.changes();
        assert_eq!(changes, [Change { old: 0..7, new: b"" }, Change { old: 8..13, new: b"3!" }]);
    }

    #[test]
    fn the_changes_tell_the_text_again() {
        // Replacements at pseudo-random places, with a fixed seed.
        let mut seed = 7_u64;
        let mut dice = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap() % (most + 1)
        };
        for round in 0..500 {
            let original: String = (0..dice(40)).map(|n| char::from(b'a' + u8::try_from(n % 26).unwrap())).collect();
            let mut spliced = Spliced::new(original.as_bytes());
            let mut plain = original.clone();
            for step in 0..4 {
                let start = dice(plain.len());
                let end = start + dice(plain.len() - start);
                let new = ["", "X", "YZ"][dice(2)];
                spliced.replace(vec![(start..end, new.into())]);
                plain.replace_range(start..end, new);
                assert_eq!(text(&spliced), plain, "round {round}, step {step}");
            }
            let mut again = String::new();
            let mut at = 0;
            for change in spliced.changes() {
                again.push_str(&original[at..change.old.start]);
                again.push_str(str::from_utf8(change.new).unwrap());
                at = change.old.end;
            }
            again.push_str(&original[at..]);
            assert_eq!(again, plain, "round {round}");
        }
    }
}
