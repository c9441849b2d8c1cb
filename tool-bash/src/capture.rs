//! What one stream of a command wrote: its end in memory, all of it on the disk when it is long.

use std::path::PathBuf;
use std::sync::Arc;

use crate::spill::{Spill, SpillFolder};

/// How much of a stream stays in memory.
///
/// ```
/// use tool_bash::Memory;
///
/// assert_eq!(Memory::default(), Memory::tail(64_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    pub(crate) head: usize,
    pub(crate) tail: usize,
}

impl Memory {
    /// The last bytes.
    pub const fn tail(bytes: usize) -> Self {
        Self { head: 0, tail: bytes }
    }

    /// The first and the last bytes.
    pub const fn head_and_tail(head: usize, tail: usize) -> Self {
        Self { head, tail }
    }

    fn whole(self) -> u64 {
        self.head as u64 + self.tail as u64
    }
}

impl Default for Memory {
    /// The last 64,000 bytes.
    fn default() -> Self {
        Self::tail(64_000)
    }
}

/// What one stream of a finished command wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Captured {
    /// The first bytes of a stream that was too long, where the executor keeps any.
    pub head: Option<Vec<u8>>,
    /// All bytes, or the last ones; they begin and end between characters if the stream is text.
    pub bytes: Vec<u8>,
    /// How many bytes were written.
    pub total: u64,
    /// Where all of a stream is that was too long for the memory.
    pub spill: Option<PathBuf>,
}

impl Captured {
    /// A stream of which everything is in memory.
    pub fn whole(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self { head: None, total: bytes.len() as u64, bytes, spill: None }
    }

    /// Whether some of it is not in memory.
    pub fn is_truncated(&self) -> bool {
        self.total > self.head.as_ref().map_or(0, |head| head.len() as u64) + self.bytes.len() as u64
    }
}

/// Takes what a stream writes, in pieces of any size, in bounded memory.
#[derive(Debug)]
pub(crate) struct Capture {
    memory: Memory,
    head: Vec<u8>,
    tail: Vec<u8>,
    total: u64,
    spill: Spill,
}

impl Capture {
    pub(crate) fn new(memory: Memory, folder: Arc<SpillFolder>, name: &'static str) -> Self {
        Self { memory, head: Vec::new(), tail: Vec::new(), total: 0, spill: Spill::new(folder, name) }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let before = self.total;
        self.total += bytes.len() as u64;
        if self.total > self.memory.whole() {
            if before <= self.memory.whole() {
                // Until now nothing was left out of memory.
                self.spill.write(&self.head);
                self.spill.write(&self.tail);
            }
            self.spill.write(bytes);
        }
        let (first, rest) = bytes.split_at(bytes.len().min(self.memory.head - self.head.len()));
        self.head.extend_from_slice(first);
        self.keep_tail(rest);
    }

    /// The tail may grow to twice its size, so that not every piece moves all of it.
    fn keep_tail(&mut self, bytes: &[u8]) {
        let most = self.memory.tail;
        if bytes.len() >= most {
            self.tail.clear();
            self.tail.extend_from_slice(&bytes[bytes.len() - most..]);
            return;
        }
        if self.tail.len() + bytes.len() > most.saturating_mul(2) {
            let surplus = self.tail.len() + bytes.len() - most;
            self.tail.drain(..surplus);
        }
        self.tail.extend_from_slice(bytes);
    }

    /// The end of what is in memory, for an error.
    pub(crate) fn shown(&self) -> String {
        let tail = &self.tail[self.tail.len().saturating_sub(self.memory.tail)..];
        String::from_utf8_lossy(&tail[leading_part(tail)..]).into_owned()
    }

    pub(crate) fn finish(mut self) -> Captured {
        let surplus = self.tail.len().saturating_sub(self.memory.tail);
        self.tail.drain(..surplus);
        if self.total <= self.memory.whole() {
            self.head.append(&mut self.tail);
            return Captured { head: None, bytes: self.head, total: self.total, spill: None };
        }
        let part = leading_part(&self.tail);
        self.tail.drain(..part);
        let end = self.head.len() - trailing_part(&self.head);
        self.head.truncate(end);
        let head = (self.memory.head > 0).then_some(self.head);
        Captured { head, bytes: self.tail, total: self.total, spill: self.spill.keep() }
    }
}

/// How many bytes at the start continue a character whose first byte is not there.
fn leading_part(bytes: &[u8]) -> usize {
    let part = bytes.iter().take_while(|byte| is_continuation(**byte)).count();
    // No character has more than three such bytes, so four are no text anyway.
    if part <= 3 { part } else { 0 }
}

/// How many bytes at the end begin a character whose last bytes are not there.
pub(crate) fn trailing_part(bytes: &[u8]) -> usize {
    let back = bytes.iter().rev().take(3).take_while(|byte| is_continuation(**byte)).count();
    let Some(first) = bytes.len().checked_sub(back + 1).map(|at| bytes[at]) else { return 0 };
    let length = match first {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    if back + 1 < length { back + 1 } else { 0 }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::spill::SpillLimits;

    fn captured(memory: Memory, bytes: &[u8], piece: usize) -> (Captured, Option<Vec<u8>>) {
        let folder = tempfile::tempdir().expect("a folder");
        let spills = SpillFolder::new(folder.path().to_owned(), SpillLimits { stream: 1 << 20, total: 1 << 20 });
        let mut capture = Capture::new(memory, spills.clone(), "stdout-");
        for piece in bytes.chunks(piece) {
            capture.push(piece);
            assert!(capture.tail.len() <= 2 * memory.tail, "memory is bounded");
        }
        let captured = capture.finish();
        let file = captured.spill.as_ref().map(|path| fs::read(path).expect("the file"));
        (captured, file)
    }

    // contract: X4
    #[test]
    fn any_pieces_give_the_end_and_the_whole_on_disk() {
        let text: Vec<u8> = (0..=255).cycle().take(1_000).collect();
        for memory in [Memory::tail(100), Memory::head_and_tail(30, 70), Memory::tail(999)] {
            for piece in [1, 7, 99, 100, 101, 1_000] {
                let (captured, file) = captured(memory, &text, piece);
                assert_eq!(captured.total, 1_000);
                assert!(captured.is_truncated());
                assert!(text.ends_with(&captured.bytes) && captured.bytes.len() + 3 >= memory.tail);
                assert_eq!(captured.head.as_deref(), (memory.head > 0).then(|| &text[..memory.head]));
                assert_eq!(file.as_deref(), Some(&text[..]), "in pieces of {piece}");
            }
        }
    }

    // contract: X4
    #[test]
    fn what_fits_exactly_is_whole() {
        for (count, memory) in [(100, Memory::tail(100)), (100, Memory::head_and_tail(60, 40)), (0, Memory::tail(0))] {
            let (captured, file) = captured(memory, &vec![b'x'; count], 9);
            assert_eq!((captured.bytes.len(), captured.is_truncated(), file), (count, false, None));
        }
        assert!(captured(Memory::tail(100), &[b'x'; 101], 9).0.is_truncated());
    }

    // contract: X4
    // field: F008
    #[test]
    fn cuts_fall_between_characters() {
        let text = "é→😀".repeat(50);
        for tail in 20..40 {
            for head in 0..20 {
                let (captured, _) = captured(Memory::head_and_tail(head, tail), text.as_bytes(), 5);
                let end = std::str::from_utf8(&captured.bytes).expect("whole characters");
                assert!(text.ends_with(end) && end.len() + 3 >= tail);
                let head = captured.head.unwrap_or_default();
                assert!(text.starts_with(std::str::from_utf8(&head).expect("whole characters")));
            }
        }
    }

    #[test]
    fn what_is_no_text_is_not_cut_further() {
        assert_eq!(captured(Memory::tail(10), &[0x80; 20], 20).0.bytes.len(), 10);
    }

    #[test]
    fn the_start_of_a_character_is_known() {
        for (bytes, part) in [(&b"a"[..], 0), (b"", 0), (b"a\xe2", 1), (b"a\xe2\x86", 2), (b"a\xe2\x86\x92", 0)] {
            assert_eq!(trailing_part(bytes), part, "{bytes:?}");
        }
        for (bytes, part) in [(&b"\xf0\x9f\x98"[..], 3), (b"\x98", 0), (b"\xff", 0), (b"\xc3\xa9\xc3", 1)] {
            assert_eq!(trailing_part(bytes), part, "{bytes:?}");
        }
    }
}
