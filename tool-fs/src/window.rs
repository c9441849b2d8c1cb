//! Which lines of a text are wanted: pure, in one pass over bytes that come in pieces of any size.
//!
//! Memory is bounded by [`Limits`] whatever the size of the text or of one line.

use crate::encoding::{self, Encoding, NotText, Utf16};

/// How much one window holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The number of lines.
    pub(crate) lines: u64,
    /// The characters of one line; what comes after them is cut.
    pub(crate) characters: usize,
    /// The bytes of all lines as UTF-8, with one between two lines for the line end. The first line is held even if it
    /// has more.
    pub(crate) bytes: usize,
}

impl Limits {
    /// The characters of a line that are shown end within this many bytes: none has more than four.
    const fn line_bytes(&self) -> usize {
        self.characters.saturating_mul(4)
    }
}

/// One line of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its number, counted from 1.
    pub(crate) number: u64,
    /// Its text, without its line end.
    pub(crate) text: String,
    /// How many bytes of it were cut off at the end.
    pub(crate) cut: u64,
}

/// What was found between two lines of a text, and how much there is in all.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The lines, neighbours, in order.
    pub(crate) lines: Vec<Line>,
    /// How many lines the whole text has. A newline at its end begins no further line.
    pub(crate) total: u64,
    /// How the bytes were read.
    pub(crate) encoding: Encoding,
    /// Whether a line of the window holds bytes that are no characters; each run of them is one U+FFFD.
    pub(crate) replaced: bool,
    /// Whether the text is empty or ends with a newline.
    pub(crate) final_newline: bool,
}

/// A text that is being read for one window: [`push`](Self::push) all pieces, then [`finish`](Self::finish).
#[derive(Debug)]
pub(crate) struct Scan {
    state: State,
    lines: Lines,
}

#[derive(Debug)]
enum State {
    /// The first bytes wait until there are enough of them to tell the encoding.
    Head(Vec<u8>),
    /// The encoding is known; `buffer` is kept for its memory.
    Body { encoding: Encoding, utf_16: Option<Utf16>, buffer: Vec<u8> },
}

impl Scan {
    /// Looks for the lines from number `offset` on (1 is the first).
    pub(crate) fn new(offset: u64, limits: Limits) -> Self {
        Self { state: State::Head(Vec::new()), lines: Lines::new(offset, limits) }
    }

    /// Takes the next bytes.
    pub(crate) fn push(&mut self, mut bytes: &[u8]) -> Result<(), NotText> {
        if let State::Head(head) = &mut self.state {
            let missing = encoding::HEAD - head.len();
            let (first, rest) = bytes.split_at(missing.min(bytes.len()));
            head.extend_from_slice(first);
            if head.len() < encoding::HEAD {
                return Ok(());
            }
            self.begin()?;
            bytes = rest;
        }
        self.body(bytes);
        Ok(())
    }

    /// Whether the encoding is known and a zero byte is a character of it.
    pub(crate) fn takes_zeros(&self) -> bool {
        matches!(self.state, State::Body { utf_16: None, .. })
    }

    /// Takes zeros that nobody read.
    pub(crate) fn push_zeros(&mut self, count: u64) {
        let shown = self.lines.limits.line_bytes().min(usize::try_from(count).unwrap_or(usize::MAX));
        self.lines.push(&vec![0; shown]);
        self.lines.length += count - shown as u64;
    }

    /// There are no more bytes.
    pub(crate) fn finish(mut self) -> Result<Window, NotText> {
        let encoding = match self.state {
            State::Head(_) => self.begin()?,
            State::Body { encoding, .. } => encoding,
        };
        if let State::Body { utf_16: Some(decoder), buffer, .. } = &mut self.state {
            buffer.clear();
            decoder.finish(buffer);
            self.lines.push(buffer);
        }
        Ok(self.lines.finish(encoding))
    }

    fn begin(&mut self) -> Result<Encoding, NotText> {
        let State::Head(head) = &mut self.state else { unreachable!("the head is looked at once") };
        let head = std::mem::take(head);
        let (encoding, mark) = encoding::sniff(&head)?;
        self.state = State::Body { encoding, utf_16: Utf16::of(encoding), buffer: Vec::new() };
        self.body(&head[mark..]);
        Ok(encoding)
    }

    fn body(&mut self, bytes: &[u8]) {
        match &mut self.state {
            State::Body { utf_16: Some(decoder), buffer, .. } => {
                buffer.clear();
                decoder.decode(bytes, buffer);
                self.lines.push(buffer);
            }
            _ => self.lines.push(bytes),
        }
    }
}

/// Splits UTF-8 (also broken) into lines. Only `\n` ends a line, and one `\r` before it belongs to that end; no other
/// character does, so that a number means the same line here, in a search and in an edit.
#[derive(Debug)]
struct Lines {
    offset: u64,
    limits: Limits,
    /// The lines that have ended.
    ended: u64,
    /// The first bytes of the current line, as many as can be shown, and only if it is wanted.
    kept: Vec<u8>,
    /// All bytes of the current line so far, and the last of them.
    length: u64,
    last: u8,
    found: Vec<Line>,
    found_bytes: usize,
    full: bool,
    replaced: bool,
}

impl Lines {
    fn new(offset: u64, limits: Limits) -> Self {
        Self {
            offset,
            limits,
            ended: 0,
            kept: Vec::new(),
            length: 0,
            last: 0,
            found: Vec::new(),
            found_bytes: 0,
            full: limits.lines == 0,
            replaced: false,
        }
    }

    fn push(&mut self, mut bytes: &[u8]) {
        bytes = self.count_unwanted(bytes);
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            self.extend(&bytes[..end]);
            self.end_line();
            bytes = &bytes[end + 1..];
        }
        self.extend(bytes);
    }

    /// Counts the line ends in `bytes` if all their lines lie outside of the window, and gives what comes after the last: counting
    /// is several times as fast as looking at each line.
    fn count_unwanted<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        if self.is_wanted() {
            return bytes;
        }
        let ends = memchr::memchr_iter(b'\n', bytes).count() as u64;
        if !self.full && self.ended + ends + 1 >= self.offset {
            return bytes;
        }
        match memchr::memrchr(b'\n', bytes) {
            None => bytes,
            Some(last) => {
                self.ended += ends;
                self.length = 0;
                &bytes[last + 1..]
            }
        }
    }

    fn finish(mut self, encoding: Encoding) -> Window {
        let final_newline = self.length == 0;
        if !final_newline {
            self.end_line();
        }
        Window { lines: self.found, total: self.ended, encoding, replaced: self.replaced, final_newline }
    }

    fn extend(&mut self, bytes: &[u8]) {
        let Some(last) = bytes.last() else { return };
        self.last = *last;
        self.length += bytes.len() as u64;
        if self.is_wanted() {
            let room = self.limits.line_bytes() - self.kept.len();
            self.kept.extend_from_slice(&bytes[..room.min(bytes.len())]);
        }
    }

    /// Whether the current line belongs to the window, as far as its number tells.
    fn is_wanted(&self) -> bool {
        !self.full && self.ended + 1 >= self.offset
    }

    fn end_line(&mut self) {
        if self.is_wanted() {
            self.find();
            self.kept.clear();
        }
        self.ended += 1;
        self.length = 0;
    }

    fn find(&mut self) {
        let length = self.length - u64::from(self.length > 0 && self.last == b'\r');
        let kept = usize::try_from(length).map_or(self.kept.len(), |length| length.min(self.kept.len()));
        let (text, used, replaced) = decode(&self.kept[..kept], self.limits.characters);
        let bytes = self.found_bytes + usize::from(!self.found.is_empty()) + text.len();
        if bytes > self.limits.bytes && !self.found.is_empty() {
            self.full = true;
            return;
        }
        self.found_bytes = bytes;
        self.replaced |= replaced;
        self.found.push(Line { number: self.ended + 1, text, cut: length - used as u64 });
        self.full = self.found.len() as u64 >= self.limits.lines;
    }
}

/// At most `most` characters of `bytes`, how many bytes they took, and whether some of them stand for broken bytes.
fn decode(bytes: &[u8], most: usize) -> (String, usize, bool) {
    let mut text = String::with_capacity(bytes.len());
    let (mut used, mut left, mut replaced) = (0, most, false);
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars().take(left) {
            text.push(character);
            used += character.len_utf8();
            left -= 1;
        }
        if left > 0 && !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
            used += chunk.invalid().len();
            left -= 1;
            replaced = true;
        }
    }
    (text, used, replaced)
}

#[cfg(test)]
#[path = "window_tests.rs"]
mod tests;
