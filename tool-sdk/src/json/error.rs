//! What can be wrong with a JSON text, and where.

use std::fmt;

/// A JSON text that was refused: why, and at which place.
///
/// `Display` is written for a model: `unterminated string at line 1, column 10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    kind: JsonErrorKind,
    offset: usize,
    line: usize,
    column: usize,
}

impl JsonError {
    /// Locates `offset` in the text that was read.
    pub(crate) fn at(text: &[u8], offset: usize, kind: JsonErrorKind) -> Self {
        let before = &text[..offset.min(text.len())];
        let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
        let line = 1 + before.iter().filter(|b| **b == b'\n').count();
        let column = 1 + String::from_utf8_lossy(&before[line_start..]).chars().count();
        Self { kind, offset, line, column }
    }

    /// A value of the process, which has no text, is not lossless.
    pub(crate) fn of_value(kind: JsonErrorKind) -> Self {
        Self { kind, offset: 0, line: 0, column: 0 }
    }

    /// What is wrong.
    pub fn kind(&self) -> &JsonErrorKind {
        &self.kind
    }

    /// The byte at which it was noticed, counted from 0.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line, counted from 1; 0 when a value and no text was refused.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, counted from 1; 0 when a value and no text was refused.
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.kind),
            line => write!(f, "{} at line {line}, column {}", self.kind, self.column),
        }
    }
}

impl std::error::Error for JsonError {}

/// The kinds of refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The text ended inside a value.
    UnexpectedEnd,
    /// Something else stands where this was expected.
    Expected(&'static str),
    /// Text follows the value.
    TrailingText,
    /// The closing quote of a string is missing.
    UnterminatedString,
    /// A control character stands in a string.
    ControlCharacter,
    /// An escape that JSON does not know.
    InvalidEscape,
    /// A `\u` escape that is half of a surrogate pair, which no UTF-8 text can hold.
    LoneSurrogate,
    /// A number that is not written as JSON writes numbers.
    InvalidNumber,
    /// An integer beyond `i64` and `u64`, or a decimal beyond every double.
    NumberOutOfRange,
    /// The same key twice in one object.
    DuplicateKey(String),
    /// More levels of nesting than the limit allows.
    TooDeep(usize),
    /// More bytes than the limit allows.
    TooLong(usize),
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// Negative zero, which other readers would not give back.
    NegativeZero,
}

impl fmt::Display for JsonErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedEnd => f.write_str("the text ends too early"),
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::TrailingText => f.write_str("text after the end of the value"),
            Self::UnterminatedString => f.write_str("unterminated string"),
            Self::ControlCharacter => f.write_str("control character in a string, escape it"),
            Self::InvalidEscape => f.write_str("invalid escape"),
            Self::LoneSurrogate => f.write_str("lone surrogate escape, send the whole character"),
            Self::InvalidNumber => f.write_str("invalid number"),
            Self::NumberOutOfRange => f.write_str("number out of range"),
            Self::DuplicateKey(key) => write!(f, "duplicate key {}", super::quoted(key)),
            Self::TooDeep(limit) => write!(f, "nesting deeper than {limit} levels"),
            Self::TooLong(limit) => write!(f, "more than {limit} bytes"),
            Self::InvalidUtf8 => f.write_str("bytes that are not UTF-8"),
            Self::NegativeZero => f.write_str("negative zero"),
        }
    }
}
