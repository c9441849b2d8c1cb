//! A pull reader over JSON text: the one tokenizer, which both the typed decoder and the tree reader drive.
//!
//! A failed read returns the empty [`Fail`] and leaves the reason in the reader: the typed decoder only wants to know that it
//! failed, because the text is then read again into a tree and every violation is collected from that.

use std::borrow::Cow;

use super::error::{JsonError, JsonErrorKind};
use super::number::{self, Number};

/// "This text is not such a value." The reason, if it is a fault of the JSON itself, stays in the [`Reader`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fail;

/// Whether a text is read as what a model sends or as what a tool produced (contract S9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Arguments: a field with a default may be absent.
    Input,
    /// Values: every field with a default is there.
    Output,
}

/// What stands next in the text, seen from its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peek {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
    /// No value starts like this.
    Nothing,
}

/// Reads one JSON text from front to back.
#[derive(Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    max_depth: usize,
    direction: Direction,
    /// Whether an undeclared key of an open object fails. The first read of arguments is strict: whatever is out of the
    /// ordinary (an alias, a key to report as ignored) takes the careful way.
    strict: bool,
    error: Option<(usize, JsonErrorKind)>,
}

impl<'a> Reader<'a> {
    /// Reads `text` as arguments; undeclared keys of open objects are skipped.
    pub fn new(text: &'a str, direction: Direction) -> Self {
        Self { text, at: 0, depth: 0, max_depth: super::MAX_DEPTH, direction, strict: false, error: None }
    }

    /// The same, but an undeclared key of an open object fails.
    pub fn strict(text: &'a str, direction: Direction) -> Self {
        Self { strict: true, ..Self::new(text, direction) }
    }

    pub(crate) fn with_max_depth(mut self, max_depth: usize) -> Self {
        self.max_depth = max_depth;
        self
    }

    /// A reader of the part `range` of the same text, with the same settings and depth.
    pub(crate) fn part<'b>(&self, text: &'b str) -> Reader<'b> {
        Reader {
            text,
            at: 0,
            depth: self.depth,
            max_depth: self.max_depth,
            direction: self.direction,
            strict: self.strict,
            error: None,
        }
    }

    pub(crate) fn direction(&self) -> Direction {
        self.direction
    }

    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn rewind(&mut self, position: usize) {
        self.at = position;
    }

    pub(crate) fn slice(&self, from: usize, to: usize) -> &'a str {
        &self.text[from..to]
    }

    /// Why a read failed: a fault of the JSON text, or nothing when the text is sound but not the value asked for.
    pub(crate) fn error(&self) -> Option<JsonError> {
        let (at, kind) = self.error.as_ref()?;
        Some(JsonError::at(self.text.as_bytes(), *at, kind.clone()))
    }

    #[cold]
    pub(crate) fn fail(&mut self, at: usize, kind: JsonErrorKind) -> Fail {
        self.error.get_or_insert((at, kind));
        Fail
    }

    #[cold]
    fn unexpected(&mut self, what: &'static str) -> Fail {
        let kind =
            if self.at >= self.text.len() { JsonErrorKind::UnexpectedEnd } else { JsonErrorKind::Expected(what) };
        self.fail(self.at, kind)
    }

    #[inline]
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    fn space(&mut self) {
        while matches!(self.byte(), b' ' | b'\n' | b'\t' | b'\r') {
            self.at += 1;
        }
    }

    #[inline]
    fn eat(&mut self, byte: u8) -> bool {
        self.space();
        let hit = self.byte() == byte;
        self.at += usize::from(hit);
        hit
    }

    /// Looks at the first byte of the next value.
    #[inline]
    pub fn peek(&mut self) -> Peek {
        self.space();
        match self.byte() {
            b'"' => Peek::String,
            b'{' => Peek::Object,
            b'[' => Peek::Array,
            b'-' | b'0'..=b'9' => Peek::Number,
            b't' | b'f' => Peek::Boolean,
            b'n' => Peek::Null,
            _ => Peek::Nothing,
        }
    }

    #[inline]
    fn literal(&mut self, literal: &'static str) -> bool {
        self.space();
        let hit = self.text.as_bytes()[self.at..].starts_with(literal.as_bytes());
        if hit {
            self.at += literal.len();
        }
        hit
    }

    /// Reads `null` if it stands next.
    #[inline]
    pub fn eat_null(&mut self) -> bool {
        self.literal("null")
    }

    /// Reads `null`.
    pub fn null(&mut self) -> Result<(), Fail> {
        if self.literal("null") { Ok(()) } else { Err(self.unexpected("null")) }
    }

    /// Reads `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool, Fail> {
        if self.literal("true") {
            Ok(true)
        } else if self.literal("false") {
            Ok(false)
        } else {
            Err(self.unexpected("true or false"))
        }
    }

    /// Reads a string; it is borrowed from the text when it holds no escape.
    pub fn string(&mut self) -> Result<Cow<'a, str>, Fail> {
        self.space();
        if self.byte() != b'"' {
            return Err(self.unexpected("a string"));
        }
        let start = self.at + 1;
        self.at = super::scan::plain_run(self.text.as_bytes(), start);
        match self.byte() {
            b'"' if self.at < self.text.len() => {
                self.at += 1;
                Ok(Cow::Borrowed(&self.text[start..self.at - 1]))
            }
            _ => self.escaped_string(start).map(Cow::Owned),
        }
    }

    /// The rest of a string from its first escape on.
    fn escaped_string(&mut self, start: usize) -> Result<String, Fail> {
        let mut out = String::from(&self.text[start..self.at]);
        loop {
            if self.at >= self.text.len() {
                return Err(self.fail(start - 1, JsonErrorKind::UnterminatedString));
            }
            match self.byte() {
                b'"' => {
                    self.at += 1;
                    return Ok(out);
                }
                b'\\' => out.push(self.escape()?),
                _ => return Err(self.fail(self.at, JsonErrorKind::ControlCharacter)),
            }
            let from = self.at;
            self.at = super::scan::plain_run(self.text.as_bytes(), from);
            out.push_str(&self.text[from..self.at]);
        }
    }

    fn escape(&mut self) -> Result<char, Fail> {
        let at = self.at;
        self.at += 1;
        let byte = self.byte();
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode_escape(at),
            _ => return Err(self.fail(at, JsonErrorKind::InvalidEscape)),
        })
    }

    fn unicode_escape(&mut self, at: usize) -> Result<char, Fail> {
        let first = self.hex4(at)?;
        if !(0xd800..0xe000).contains(&first) {
            return char::from_u32(first).ok_or_else(|| self.fail(at, JsonErrorKind::InvalidEscape));
        }
        let paired = first < 0xdc00 && self.text.as_bytes()[self.at..].starts_with(b"\\u");
        if !paired {
            return Err(self.fail(at, JsonErrorKind::LoneSurrogate));
        }
        self.at += 2;
        let second = self.hex4(at)?;
        if !(0xdc00..0xe000).contains(&second) {
            return Err(self.fail(at, JsonErrorKind::LoneSurrogate));
        }
        char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))
            .ok_or_else(|| self.fail(at, JsonErrorKind::InvalidEscape))
    }

    fn hex4(&mut self, at: usize) -> Result<u32, Fail> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).filter(|d| d.iter().all(u8::is_ascii_hexdigit));
        let Some(digits) = digits else {
            return Err(self.fail(at, JsonErrorKind::InvalidEscape));
        };
        self.at += 4;
        Ok(digits.iter().fold(0, |n, d| n * 16 + char::from(*d).to_digit(16).unwrap_or(0)))
    }

    /// Reads a number, an integer exactly and a decimal as the nearest double (decision D35).
    pub fn number(&mut self) -> Result<Number, Fail> {
        self.space();
        let start = self.at;
        let Some(token) = number::token(&self.text.as_bytes()[start..]) else {
            return Err(if matches!(self.byte(), b'-' | b'0'..=b'9') {
                self.fail(start, JsonErrorKind::InvalidNumber)
            } else {
                self.unexpected("a number")
            });
        };
        self.at += token.len;
        number::parse(&self.text[start..self.at], &token)
            .ok_or_else(|| self.fail(start, JsonErrorKind::NumberOutOfRange))
    }

    /// Reads an integer; `5.0` and `5e0` are the integer 5 (contract J2).
    #[inline]
    pub fn integer(&mut self) -> Result<i128, Fail> {
        match self.plain_integer() {
            Some((false, value)) => Ok(value.into()),
            Some((true, value)) => Ok(-i128::from(value)),
            None => self.general_integer(),
        }
    }

    /// An integer of at most 18 digits without fraction and exponent, as nearly all are: its sign and size.
    #[inline]
    pub(crate) fn plain_integer(&mut self) -> Option<(bool, u64)> {
        self.space();
        let bytes = self.text.as_bytes();
        let negative = self.byte() == b'-';
        let start = self.at + usize::from(negative);
        let mut at = start;
        let mut value: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = bytes.get(at).copied() {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            at += 1;
        }
        let plain = at > start && at - start <= 18 && (bytes[start] != b'0' || at == start + 1);
        if !plain || matches!(bytes.get(at), Some(b'.' | b'e' | b'E')) {
            return None;
        }
        self.at = at;
        Some((negative, value))
    }

    #[cold]
    pub(crate) fn general_integer(&mut self) -> Result<i128, Fail> {
        self.number()?.as_integer().ok_or(Fail)
    }

    /// Enters a container; its end leaves it again.
    fn enter(&mut self) -> Result<(), Fail> {
        self.depth += 1;
        if self.depth > self.max_depth {
            return Err(self.fail(self.at - 1, JsonErrorKind::TooDeep(self.max_depth)));
        }
        Ok(())
    }

    /// Reads `[`; true when an item follows.
    pub fn begin_array(&mut self) -> Result<bool, Fail> {
        if !self.eat(b'[') {
            return Err(self.unexpected("an array"));
        }
        self.enter()?;
        let empty = self.eat(b']');
        self.depth -= usize::from(empty);
        Ok(!empty)
    }

    /// Reads `,` or `]` behind an item; true when another item follows.
    pub fn next_item(&mut self) -> Result<bool, Fail> {
        if self.eat(b',') {
            Ok(true)
        } else if self.eat(b']') {
            self.depth -= 1;
            Ok(false)
        } else {
            Err(self.unexpected("`,` or `]`"))
        }
    }

    /// Reads `{`; true when a key follows.
    pub fn begin_object(&mut self) -> Result<bool, Fail> {
        if !self.eat(b'{') {
            return Err(self.unexpected("an object"));
        }
        self.enter()?;
        let empty = self.eat(b'}');
        self.depth -= usize::from(empty);
        Ok(!empty)
    }

    /// Reads a key and its `:`.
    pub fn key(&mut self) -> Result<Cow<'a, str>, Fail> {
        self.space();
        if self.byte() != b'"' {
            return Err(self.unexpected("a key in double quotes"));
        }
        let key = self.string()?;
        if self.eat(b':') { Ok(key) } else { Err(self.unexpected("`:`")) }
    }

    /// Reads a key whose quotes and colon are part of `prepared`, if just that stands next.
    #[inline]
    pub(crate) fn eat_prepared_key(&mut self, prepared: &str) -> bool {
        self.space();
        let hit = !prepared.is_empty() && self.text.as_bytes()[self.at..].starts_with(prepared.as_bytes());
        if hit {
            self.at += prepared.len();
        }
        hit
    }

    /// Runs `read` and goes back to where the reader stood.
    pub(crate) fn look_ahead<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fail>) -> Result<T, Fail> {
        let (at, depth) = (self.at, self.depth);
        let outcome = read(self);
        (self.at, self.depth) = (at, depth);
        outcome
    }

    /// Reads `,` or `}` behind a member; true when another key follows.
    pub fn next_key(&mut self) -> Result<bool, Fail> {
        if self.eat(b',') {
            Ok(true)
        } else if self.eat(b'}') {
            self.depth -= 1;
            Ok(false)
        } else {
            Err(self.unexpected("`,` or `}`"))
        }
    }

    /// Reads over one value of any kind and returns its text. Iterative, so depth costs no stack.
    pub fn skip(&mut self) -> Result<&'a str, Fail> {
        self.space();
        let start = self.at;
        let mut open: Vec<bool> = Vec::new();
        loop {
            let mut more = match self.peek() {
                Peek::Array => {
                    let more = self.begin_array()?;
                    if more {
                        open.push(false);
                        continue;
                    }
                    more
                }
                Peek::Object => {
                    let more = self.begin_object()?;
                    if more {
                        open.push(true);
                        self.key()?;
                        continue;
                    }
                    more
                }
                _ => self.skip_scalar()?,
            };
            while let (false, Some(object)) = (more, open.last().copied()) {
                more = if object { self.next_key()? } else { self.next_item()? };
                if !more {
                    open.pop();
                } else if object {
                    self.key()?;
                }
            }
            if open.is_empty() {
                return Ok(&self.text[start..self.at]);
            }
        }
    }

    fn skip_scalar(&mut self) -> Result<bool, Fail> {
        match self.peek() {
            Peek::String => self.string().map(|_| ()),
            Peek::Number => self.number().map(|_| ()),
            Peek::Boolean => self.boolean().map(|_| ()),
            Peek::Null => self.null(),
            _ => Err(self.unexpected("a value")),
        }?;
        Ok(false)
    }

    /// Nothing but white space may follow.
    pub fn end(&mut self) -> Result<(), Fail> {
        self.space();
        if self.at == self.text.len() { Ok(()) } else { Err(self.fail(self.at, JsonErrorKind::TrailingText)) }
    }

    pub(crate) fn expected_value(&mut self) -> Fail {
        self.unexpected("a value")
    }
}
