//! What kind of text the bytes of a file are: pure, told from the first bytes alone.

use std::fmt;

/// How many bytes from the start decide whether a file is text.
pub(crate) const HEAD: usize = 8_192;

/// A share of NUL bytes of at least one in this many, all on one side of the byte pairs, is how UTF-16 without a byte
/// order mark looks.
const UTF_16_NULS: usize = 4;

/// How the bytes of a text become characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// UTF-8, also where some bytes are broken.
    Utf8,
    /// UTF-16 whose byte order mark says that the low byte comes first.
    Utf16Le,
    /// UTF-16 whose byte order mark says that the high byte comes first.
    Utf16Be,
}

impl Encoding {
    /// How many bytes one unit has; characters begin at units.
    pub(crate) const fn unit(self) -> usize {
        match self {
            Self::Utf8 => 1,
            Self::Utf16Le | Self::Utf16Be => 2,
        }
    }

    /// The bytes of a text, without a mark.
    pub(crate) fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }

    /// The text of bytes without a mark; nothing when some of them are no characters.
    pub(crate) fn decode(self, bytes: &[u8]) -> Option<String> {
        let Some(mut utf_16) = Utf16::of(self) else { return str::from_utf8(bytes).ok().map(str::to_owned) };
        let mut text = Vec::with_capacity(bytes.len());
        utf_16.decode(bytes, &mut text);
        utf_16.finish(&mut text);
        String::from_utf8(text).ok()
    }

    /// The text of bytes without a mark; what is no character becomes U+FFFD.
    pub(crate) fn decode_lossy(self, bytes: &[u8]) -> String {
        let Some(mut utf_16) = Utf16::of(self) else { return String::from_utf8_lossy(bytes).into_owned() };
        let mut text = Vec::with_capacity(bytes.len());
        utf_16.decode(bytes, &mut text);
        utf_16.finish(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The encoding that a byte order mark at the start of a file tells, if there is one.
    pub(crate) fn marked(head: &[u8]) -> Option<Self> {
        let (encoding, mark) = sniff(&head[..head.len().min(HEAD)]).ok()?;
        (mark > 0).then_some(encoding)
    }

    /// The byte order mark.
    pub(crate) const fn mark_bytes(self) -> &'static [u8] {
        match self {
            Self::Utf8 => &[0xef, 0xbb, 0xbf],
            Self::Utf16Le => &[0xff, 0xfe],
            Self::Utf16Be => &[0xfe, 0xff],
        }
    }

    /// The length of the mark that told the encoding, or of the mark of UTF-8, which is no part of the text.
    fn mark(head: &[u8]) -> Option<(Self, usize)> {
        match head {
            [0xef, 0xbb, 0xbf, ..] => Some((Self::Utf8, 3)),
            [0xff, 0xfe, ..] => Some((Self::Utf16Le, 2)),
            [0xfe, 0xff, ..] => Some((Self::Utf16Be, 2)),
            _ => None,
        }
    }
}

/// Why the bytes of a file are not shown as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotText {
    /// A NUL at this byte offset near the start, as programs, images and archives have one.
    Binary { nul: usize },
    /// A byte order mark of UTF-32.
    Utf32,
    /// Every other byte is NUL, but no byte order mark says in which order the pairs are to be read.
    UnmarkedUtf16,
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Binary { nul } => write!(f, "is a binary file (a NUL byte at offset {nul}), not text"),
            Self::Utf32 => f.write_str("is UTF-32, which cannot be shown; UTF-8 and UTF-16 can"),
            Self::UnmarkedUtf16 => f.write_str("looks like UTF-16 without a byte order mark, which cannot be shown"),
        }
    }
}

/// Tells the encoding from the first [`HEAD`] bytes (or all, if there are fewer) and how many of them are the byte
/// order mark.
pub(crate) fn sniff(head: &[u8]) -> Result<(Encoding, usize), NotText> {
    // The mark of UTF-32 with the low byte first begins with the one of UTF-16, so it is looked for before that one.
    if head.starts_with(&[0xff, 0xfe, 0, 0]) || head.starts_with(&[0, 0, 0xfe, 0xff]) {
        return Err(NotText::Utf32);
    }
    let (encoding, mark) = Encoding::mark(head).unwrap_or((Encoding::Utf8, 0));
    let text = &head[mark..];
    let nul = match encoding {
        Encoding::Utf8 => memchr::memchr(0, text),
        Encoding::Utf16Le | Encoding::Utf16Be => {
            text.as_chunks::<2>().0.iter().position(|unit| *unit == [0, 0]).map(|unit| unit * 2)
        }
    };
    match nul {
        None => Ok((encoding, mark)),
        Some(_) if mark == 0 && is_unmarked_utf_16(head) => Err(NotText::UnmarkedUtf16),
        Some(at) => Err(NotText::Binary { nul: mark + at }),
    }
}

fn is_unmarked_utf_16(head: &[u8]) -> bool {
    let nuls = |side: usize| head.iter().skip(side).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (nuls(0), nuls(1));
    (even == 0 || odd == 0) && (even + odd) * UTF_16_NULS >= head.len()
}

/// Turns UTF-16 that comes in pieces into UTF-8.
///
/// What is no character (half of a surrogate pair, an odd last byte) becomes the byte `FF`. No UTF-8 text holds that
/// byte, so whoever decodes the result replaces it and reports it like any other broken byte, with no second way to say
/// "this was replaced".
#[derive(Debug)]
pub(crate) struct Utf16 {
    read: fn([u8; 2]) -> u16,
    odd: Option<u8>,
    high: Option<u16>,
}

const BROKEN: u8 = 0xff;

impl Utf16 {
    /// A decoder of `encoding`, or nothing when that is UTF-8 already.
    pub(crate) fn of(encoding: Encoding) -> Option<Self> {
        let read = match encoding {
            Encoding::Utf8 => return None,
            Encoding::Utf16Le => u16::from_le_bytes,
            Encoding::Utf16Be => u16::from_be_bytes,
        };
        Some(Self { read, odd: None, high: None })
    }

    /// Adds to `out` what `bytes` complete.
    pub(crate) fn decode(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) {
        if let (Some(first), Some((second, rest))) = (self.odd, bytes.split_first()) {
            self.odd = None;
            self.unit((self.read)([first, *second]), out);
            bytes = rest;
        }
        let (pairs, rest) = bytes.as_chunks::<2>();
        for pair in pairs {
            self.unit((self.read)(*pair), out);
        }
        self.odd = rest.first().copied().or(self.odd);
    }

    /// Adds to `out` what the end leaves incomplete.
    pub(crate) fn finish(&mut self, out: &mut Vec<u8>) {
        let pending = usize::from(self.high.take().is_some()) + usize::from(self.odd.take().is_some());
        out.resize(out.len() + pending, BROKEN);
    }

    fn unit(&mut self, unit: u16, out: &mut Vec<u8>) {
        if is_high(unit) {
            if self.high.replace(unit).is_some() {
                out.push(BROKEN);
            }
            return;
        }
        for character in char::decode_utf16(self.high.take().into_iter().chain([unit])) {
            match character {
                Ok(character) => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
                Err(_) => out.push(BROKEN),
            }
        }
    }
}

fn is_high(unit: u16) -> bool {
    (0xd800..0xdc00).contains(&unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(encoding: Encoding, pieces: &[&[u8]]) -> String {
        let mut decoder = Utf16::of(encoding).expect("an encoding of pairs");
        let mut out = Vec::new();
        for piece in pieces {
            decoder.decode(piece, &mut out);
        }
        decoder.finish(&mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn the_mark_tells_the_encoding_and_is_no_text() {
        assert_eq!(sniff(b"plain"), Ok((Encoding::Utf8, 0)));
        assert_eq!(sniff(b""), Ok((Encoding::Utf8, 0)));
        assert_eq!(sniff(b"\xef\xbb\xbfkey: 1\n"), Ok((Encoding::Utf8, 3)));
        assert_eq!(sniff(b"\xff\xfeh\0i\0"), Ok((Encoding::Utf16Le, 2)));
        assert_eq!(sniff(b"\xfe\xff\0h\0i"), Ok((Encoding::Utf16Be, 2)));
        assert_eq!(sniff(b"\xff\xfe"), Ok((Encoding::Utf16Le, 2)));
    }

    // field: F031
    #[test]
    fn what_is_no_text_is_told_apart() {
        assert_eq!(sniff(b"\xff\xfe\0\0A\0\0\0"), Err(NotText::Utf32));
        assert_eq!(sniff(b"\0\0\xfe\xff\0\0\0A"), Err(NotText::Utf32));
        assert_eq!(sniff(b"\x2f\0\x2f\0\x20\0\x68\0\x69\0\x0a\0"), Err(NotText::UnmarkedUtf16));
        assert_eq!(sniff(b"\0/\0/\0 \0h"), Err(NotText::UnmarkedUtf16));
        assert_eq!(sniff(b"\x7fELF\x02\x01\x01\0"), Err(NotText::Binary { nul: 7 }));
        assert_eq!(sniff(b"\xff\xfeh\0\0\0"), Err(NotText::Binary { nul: 4 }));
        assert_eq!(sniff(&[0; HEAD]), Err(NotText::Binary { nul: 0 }));
    }

    #[test]
    fn pairs_may_be_cut_anywhere() {
        let bytes: Vec<u8> = "x→😀\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for first in 0..=bytes.len() {
            for second in first..=bytes.len() {
                let pieces = [&bytes[..first], &bytes[first..second], &bytes[second..]];
                assert_eq!(decoded(Encoding::Utf16Le, &pieces), "x→😀\n", "cut at {first} and {second}");
            }
        }
    }

    #[test]
    fn what_does_not_pair_is_replaced_once() {
        let bytes = |units: &[u16]| units.iter().copied().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
        assert_eq!(decoded(Encoding::Utf16Be, &[&bytes(&[0xd83d, 0x61])]), "\u{fffd}a");
        assert_eq!(decoded(Encoding::Utf16Be, &[&bytes(&[0xde00, 0x61])]), "\u{fffd}a");
        assert_eq!(decoded(Encoding::Utf16Be, &[&bytes(&[0xd83d, 0xd83d, 0xde00])]), "\u{fffd}😀");
        assert_eq!(decoded(Encoding::Utf16Be, &[&bytes(&[0x61, 0xd83d])]), "a\u{fffd}");
        assert_eq!(decoded(Encoding::Utf16Be, &[b"\0a\0"]), "a\u{fffd}");
    }
}
