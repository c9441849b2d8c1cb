//! Where a text that a model wrote stands in a file, and how the text that takes its place is spelt there (pure).
//!
//! A model sees lines without their ends (contract T3), so a line end that it writes stands for whichever the file has there.

use std::ops::Range;

use memchr::memmem;

use crate::encoding::Encoding;

/// The bytes of a file that are text, and how they are to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    /// All bytes of the file.
    pub(crate) bytes: &'a [u8],
    pub(crate) encoding: Encoding,
    /// How many bytes at the start are the byte order mark.
    pub(crate) mark: usize,
}

/// Where a text was found, and whether its line ends were as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) spans: Vec<Range<usize>>,
    exact: bool,
}

/// Every place where `old` stands, in order, none overlapping another.
///
/// A `\r\n` in it is taken as it is written, or else as any line end, or else as a line end behind a line whose last character is a
/// `\r`, in this order: the first reading that stands somewhere is the one that is meant.
pub(crate) fn find(text: Text<'_>, old: &str) -> Places {
    let lines = |old: &str| old.split('\n').map(|line| text.encoding.encode(line)).collect::<Vec<_>>();
    let mut spans = Vec::new();
    if old.contains("\r\n") {
        spans = find_segments(text, &[text.encoding.encode(old)]);
        if !spans.is_empty() {
            return Places { spans, exact: true };
        }
        spans = find_segments(text, &lines(&old.replace("\r\n", "\n")));
    }
    if spans.is_empty() {
        spans = find_segments(text, &lines(old));
    }
    Places { spans, exact: false }
}

/// The number of the line that a place stands in.
pub(crate) fn line_of(text: Text<'_>, at: usize) -> usize {
    if text.encoding == Encoding::Utf8 {
        return memchr::memchr_iter(b'\n', &text.bytes[text.mark..at]).count() + 1;
    }
    line_ends(text, text.mark..at).len() + 1
}

/// The bytes that take the place of a span: line ends are spelt like those that they replace, or else like those nearby.
pub(crate) fn replacement(text: Text<'_>, places: &Places, span: &Range<usize>, new: &str) -> Vec<u8> {
    if places.exact || !new.contains('\n') {
        return text.encoding.encode(new);
    }
    let replaced = line_ends(text, span.clone());
    let style = |index: usize| match replaced.get(index).or(replaced.last()) {
        Some(crlf) => *crlf,
        None => nearby_is_crlf(text, span),
    };
    let mut spelt = String::with_capacity(new.len() + 8);
    for (index, line) in new.split('\n').enumerate() {
        if index > 0 {
            let has_its_own = spelt.ends_with('\r');
            spelt.push_str(if style(index - 1) && !has_its_own { "\r\n" } else { "\n" });
        }
        spelt.push_str(line);
    }
    text.encoding.encode(&spelt)
}

/// Segments stand between line ends of either spelling; the first and the last may be parts of lines.
fn find_segments(text: Text<'_>, segments: &[Vec<u8>]) -> Vec<Range<usize>> {
    let (first, rest) = (&segments[0], &segments[1..]);
    // What begins with a line end is looked for by that, and then takes the `\r` before it in.
    let line_end = text.encoding.encode("\n");
    let anchor = memmem::Finder::new(if first.is_empty() { &line_end } else { first });
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut from = text.mark;
    while let Some(found) = anchor.find(text.bytes.get(from..).unwrap_or_default()) {
        let at = from + found;
        let floor = spans.last().map_or(text.mark, |span| span.end);
        let start = if first.is_empty() { with_return_before(text, at, floor) } else { at };
        match aligned(text, at).then(|| end_of_rest(text, start + first.len(), rest)).flatten() {
            Some(end) => {
                spans.push(start..end);
                from = end.max(at + 1);
            }
            None => from = at + 1,
        }
    }
    spans
}

/// Where the segments end that have to follow at `at`, each behind a line end.
fn end_of_rest(text: Text<'_>, mut at: usize, rest: &[Vec<u8>]) -> Option<usize> {
    let (cr, lf) = (text.encoding.encode("\r"), text.encoding.encode("\n"));
    for segment in rest {
        if text.bytes[at..].starts_with(&cr) && text.bytes[at + cr.len()..].starts_with(&lf) {
            at += cr.len();
        }
        at += text.bytes[at..].starts_with(&lf).then_some(lf.len())?;
        at += text.bytes[at..].starts_with(segment).then_some(segment.len())?;
    }
    Some(at)
}

fn with_return_before(text: Text<'_>, at: usize, floor: usize) -> usize {
    let cr = text.encoding.encode("\r");
    match at.checked_sub(cr.len()) {
        Some(before) if before >= floor && text.bytes[before..].starts_with(&cr) => before,
        _ => at,
    }
}

/// Bytes in the middle of a unit of UTF-16 begin no character.
fn aligned(text: Text<'_>, at: usize) -> bool {
    (at - text.mark).is_multiple_of(text.encoding.unit())
}

/// For each line end in a range: whether it is `\r\n`.
fn line_ends(text: Text<'_>, range: Range<usize>) -> Vec<bool> {
    let lf = text.encoding.encode("\n");
    let ends = memmem::find_iter(&text.bytes[range.clone()], &lf).map(|at| range.start + at);
    ends.filter(|at| aligned(text, *at)).map(|at| with_return_before(text, at, text.mark) < at).collect()
}

/// How the next line end is spelt, or else the one before; `\n` where there is none.
fn nearby_is_crlf(text: Text<'_>, span: &Range<usize>) -> bool {
    let lf = text.encoding.encode("\n");
    let next = memmem::find_iter(&text.bytes[span.end..], &lf).map(|at| span.end + at).find(|at| aligned(text, *at));
    let found = next.or_else(|| {
        memmem::rfind(&text.bytes[text.mark..span.start], &lf).map(|at| text.mark + at).filter(|at| aligned(text, *at))
    });
    found.is_some_and(|at| with_return_before(text, at, text.mark) < at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf_8(bytes: &[u8]) -> Text<'_> {
        Text { bytes, encoding: Encoding::Utf8, mark: 0 }
    }

    fn spans(text: Text<'_>, old: &str) -> Vec<(usize, usize)> {
        find(text, old).spans.into_iter().map(|span| (span.start, span.end)).collect()
    }

    fn replaced(text: Text<'_>, old: &str, new: &str) -> Vec<u8> {
        let places = find(text, old);
        let mut out = Vec::new();
        let mut at = 0;
        for span in &places.spans {
            out.extend_from_slice(&text.bytes[at..span.start]);
            out.extend(replacement(text, &places, span, new));
            at = span.end;
        }
        out.extend_from_slice(&text.bytes[at..]);
        out
    }

    // contract: T1
    // field: F038
    #[test]
    fn a_line_end_stands_for_the_one_that_the_file_has() {
        let text = utf_8(b"alpha\r\n\tbeta\r\nend\r\n");
        assert_eq!(replaced(text, "alpha\n\tbeta", "A\n\tB"), b"A\r\n\tB\r\nend\r\n");
        assert_eq!(replaced(text, "alpha\r\n\tbeta", "A\n\tB"), b"A\n\tB\r\nend\r\n", "who writes the ends means them");
        let mixed = utf_8(b"a\r\nb\nc\r\nd\n");
        assert_eq!(replaced(mixed, "a\nb\nc", "A\nB\nC"), b"A\r\nB\nC\r\nd\n");
        assert_eq!(replaced(mixed, "b", "b\nb2"), b"a\r\nb\nb2\nc\r\nd\n");
        assert_eq!(replaced(mixed, "c", "c\nc2"), b"a\r\nb\nc\r\nc2\r\nd\n");
        assert_eq!(replaced(utf_8(b"x\ny"), "x\r\ny", "z"), b"z");
        assert_eq!(replaced(utf_8(b"x\r\r\ny"), "x\r\ny", "z"), b"z", "a line that ends with a return of its own");
    }

    #[test]
    fn a_text_may_begin_or_end_with_a_line_end() {
        let text = utf_8(b"a\r\n\r\nb\nc");
        assert_eq!(spans(text, "\nb"), [(3, 6)]);
        assert_eq!(spans(text, "a\n"), [(0, 3)]);
        assert_eq!(spans(text, "\n"), [(1, 3), (3, 5), (6, 7)]);
        assert_eq!(spans(text, "\n\n"), [(1, 5)]);
        assert_eq!(spans(utf_8(b"\n\n\n"), "\n\n"), [(0, 2)]);
        assert!(find(text, "c\n").spans.is_empty());
    }

    #[test]
    fn places_do_not_overlap() {
        assert_eq!(spans(utf_8(b"aaaaa"), "aa"), [(0, 2), (2, 4)]);
        assert_eq!(spans(utf_8(b"abcabd"), "abd"), [(3, 6)]);
    }

    #[test]
    fn pairs_are_found_at_their_borders_only() {
        for (encoding, bytes) in [
            (Encoding::Utf16Le, b"\xff\xfea\0\r\0\n\0b\0".to_vec()),
            (Encoding::Utf16Be, b"\xfe\xff\0a\0\r\0\n\0b".to_vec()),
        ] {
            let text = Text { bytes: &bytes, encoding, mark: 2 };
            assert_eq!(spans(text, "a\nb"), [(2, 10)]);
            assert_eq!(
                replaced(text, "a", "x\ny").len(),
                bytes.len() + 6,
                "the line end is spelt as the file spells it"
            );
        }
        // `Ā` is 0x0100: its bytes and those of its neighbour hold those of another character in the middle.
        let text = Text { bytes: b"\xff\xfe\x00\x01\x00\x01", encoding: Encoding::Utf16Le, mark: 2 };
        assert!(find(text, "\u{1}").spans.is_empty());
        assert_eq!(spans(text, "Ā"), [(2, 4), (4, 6)]);
    }
}
