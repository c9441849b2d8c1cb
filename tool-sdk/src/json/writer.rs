//! Values into JSON text.

use std::fmt::Write as _;

use serde_json::Value;

use super::MAX_DEPTH;
use super::scan::plain_run;

/// From here on a double has no fraction.
const TWO_TO_53: f64 = 9_007_199_254_740_992.0;
/// From here on no integer type of ours holds a double.
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

/// Writes one JSON value, compact or indented by two spaces.
///
/// Writing never fails and never recurses deeper than [`MAX_DEPTH`]: what the check of a value refuses (a number that is not
/// finite, deeper nesting) is written as `null`, so the text is JSON whatever is written.
#[derive(Debug)]
pub struct Encoder {
    out: String,
    pretty: bool,
    depth: usize,
    /// Set while the members of a flattened object are written into the one around it: whether that is still empty.
    merging: Option<bool>,
}

impl Encoder {
    /// Writes compact text.
    pub fn compact() -> Self {
        Self { out: String::with_capacity(128), pretty: false, depth: 0, merging: None }
    }

    /// Writes text for people and models, one member a line.
    pub fn pretty() -> Self {
        Self { out: String::with_capacity(128), pretty: true, depth: 0, merging: None }
    }

    /// The text.
    pub fn finish(self) -> String {
        self.out
    }

    /// A text that is one JSON value already.
    pub(crate) fn raw(&mut self, json: &str) {
        self.out.push_str(json);
    }

    /// `null`
    pub fn null(&mut self) {
        self.out.push_str("null");
    }

    /// A boolean.
    pub fn boolean(&mut self, value: bool) {
        self.out.push_str(if value { "true" } else { "false" });
    }

    /// A string.
    #[inline]
    pub fn string(&mut self, value: &str) {
        quote_into(value, &mut self.out);
    }

    /// An integer of up to 64 bits.
    #[inline]
    pub fn unsigned(&mut self, value: u64) {
        self.out.push_str(itoa::Buffer::new().format(value));
    }

    /// A signed integer.
    #[inline]
    pub fn signed(&mut self, value: i64) {
        self.out.push_str(itoa::Buffer::new().format(value));
    }

    /// A double; `null` when it is not finite.
    pub fn number(&mut self, value: f64) {
        if (TWO_TO_53..TWO_TO_64).contains(&value.abs()) {
            // The shortest spelling may be that of another integer, which our reader would keep digit by digit.
            let _ = write!(self.out, "{value:.1}");
        } else if value.is_finite() {
            let _ = write!(self.out, "{value:?}");
        } else {
            self.null();
        }
    }

    /// A single-precision number, with the fewest digits that give it back.
    pub fn single(&mut self, value: f32) {
        if value.is_finite() {
            let _ = write!(self.out, "{value:?}");
        } else {
            self.null();
        }
    }

    /// A container: `open`, what `members` writes, `close`. Too deep, it becomes `null`.
    pub(crate) fn nest(&mut self, open: char, close: char, members: impl FnOnce(&mut Self, &mut bool)) {
        if let Some(mut empty) = self.merging.take() {
            members(self, &mut empty);
            self.merging = Some(empty);
            return;
        }
        if self.depth >= MAX_DEPTH {
            return self.null();
        }
        self.depth += 1;
        self.out.push(open);
        let mut empty = true;
        members(self, &mut empty);
        self.depth -= 1;
        if self.pretty && !empty {
            self.new_line(false);
        }
        self.out.push(close);
    }

    /// Writes the members of the object that `write` writes into the object that is being written.
    pub(crate) fn merge(&mut self, empty: &mut bool, write: impl FnOnce(&mut Self)) {
        self.merging = Some(*empty);
        write(self);
        *empty = self.merging.take().unwrap_or(*empty);
    }

    /// Starts the next member of a container.
    #[inline]
    pub(crate) fn member(&mut self, empty: &mut bool) {
        let first = std::mem::replace(empty, false);
        if self.pretty {
            self.new_line(!first);
        } else if !first {
            self.out.push(',');
        }
    }

    /// A comma if asked for, a line end, and the indentation: mostly as one piece of text.
    fn new_line(&mut self, comma: bool) {
        const LINE: &str = ",\n                                ";
        let (from, width) = (usize::from(!comma), self.depth * 2);
        match LINE.get(from..width + 2) {
            Some(line) => self.out.push_str(line),
            None => {
                self.out.push_str(&LINE[from..2]);
                self.out.extend(std::iter::repeat_n(' ', width));
            }
        }
    }

    /// A key whose quotes and colon were put on when the program was compiled.
    #[inline]
    pub(crate) fn prepared_key(&mut self, key: &str, empty: &mut bool) {
        self.member(empty);
        self.out.push_str(key);
        if self.pretty {
            self.out.push(' ');
        }
    }

    /// A key that is only known now.
    pub(crate) fn key(&mut self, key: &str, empty: &mut bool) {
        self.member(empty);
        quote_into(key, &mut self.out);
        self.out.push_str(if self.pretty { ": " } else { ":" });
    }

    /// An array.
    pub fn array<T>(&mut self, items: impl IntoIterator<Item = T>, mut item: impl FnMut(T, &mut Self)) {
        self.nest('[', ']', |out, empty| {
            for each in items {
                out.member(empty);
                item(each, out);
            }
        });
    }

    /// An object with string keys.
    pub fn map<'k, T>(&mut self, members: impl IntoIterator<Item = (&'k str, T)>, mut value: impl FnMut(T, &mut Self)) {
        self.nest('{', '}', |out, empty| {
            for (key, each) in members {
                out.key(key, empty);
                value(each, out);
            }
        });
    }

    /// A tree.
    pub fn json(&mut self, value: &Value) {
        match value {
            Value::Null => self.null(),
            Value::Bool(b) => self.boolean(*b),
            Value::String(s) => self.string(s),
            Value::Number(n) => {
                if let Some(n) = n.as_i64() {
                    self.signed(n);
                } else if let Some(n) = n.as_u64() {
                    self.unsigned(n);
                } else {
                    self.number(n.as_f64().unwrap_or(f64::NAN));
                }
            }
            Value::Array(items) => self.array(items, |item, out| out.json(item)),
            Value::Object(members) => {
                self.map(members.iter().map(|(k, v)| (k.as_str(), v)), |member, out| out.json(member));
            }
        }
    }
}

/// A tree as compact text.
pub fn to_text(value: &Value) -> String {
    let mut out = Encoder::compact();
    out.json(value);
    out.finish()
}

/// A tree as indented text.
pub fn to_pretty(value: &Value) -> String {
    let mut out = Encoder::pretty();
    out.json(value);
    out.finish()
}

/// A string as JSON writes it.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    quote_into(text, &mut out);
    out
}

#[inline]
fn quote_into(text: &str, out: &mut String) {
    out.push('"');
    let bytes = text.as_bytes();
    let mut from = 0;
    loop {
        let at = plain_run(bytes, from);
        out.push_str(&text[from..at]);
        let Some(byte) = bytes.get(at) else { break };
        escape_into(*byte, out);
        from = at + 1;
    }
    out.push('"');
}

#[cold]
fn escape_into(byte: u8, out: &mut String) {
    match byte {
        b'"' => out.push_str("\\\""),
        b'\\' => out.push_str("\\\\"),
        b'\n' => out.push_str("\\n"),
        b'\r' => out.push_str("\\r"),
        b'\t' => out.push_str("\\t"),
        0x8 => out.push_str("\\b"),
        0xc => out.push_str("\\f"),
        other => {
            let _ = write!(out, "\\u{other:04x}");
        }
    }
}
