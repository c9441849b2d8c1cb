//! JSON text into a tree, without recursion and without loss.

use serde_json::{Map, Number as JsonNumber, Value};

use super::Limits;
use super::error::{JsonError, JsonErrorKind};
use super::number::Number;
use super::reader::{Direction, Fail, Peek, Reader};

/// Reads one whole text (contract J1–J5): duplicate keys, numbers that neither 64-bit integers nor doubles hold, and lone
/// surrogates are refused, keys keep their order, and depth costs no stack.
///
/// ```
/// let value = tool_sdk::json::parse(r#"{"b": 18446744073709551615, "a": [1.5, null]}"#)?;
/// assert_eq!(value["b"], u64::MAX);
/// assert_eq!(tool_sdk::json::parse(r#"{"a": 1, "a": 2}"#).unwrap_err().to_string(), r#"duplicate key "a" at line 1, column 10"#);
/// # Ok::<(), tool_sdk::json::JsonError>(())
/// ```
///
/// # Errors
/// The first fault of the text, with its place.
pub fn parse(text: &str) -> Result<Value, JsonError> {
    parse_with(text, Limits::default())
}

/// [`parse`] under limits of the caller's.
///
/// # Errors
/// The first fault of the text, or the limit that it passes.
pub fn parse_with(text: &str, limits: Limits) -> Result<Value, JsonError> {
    if let Some(most) = limits.bytes.filter(|most| text.len() > *most) {
        return Err(JsonError::at(text.as_bytes(), most, JsonErrorKind::TooLong(most)));
    }
    let mut reader = Reader::new(text, Direction::Input).with_max_depth(limits.depth);
    let outcome = value(&mut reader).and_then(|value| match reader.end() {
        Ok(()) => Ok(value),
        Err(Fail) => Err(Fail),
    });
    outcome.map_err(|Fail| {
        reader.error().unwrap_or_else(|| JsonError::at(text.as_bytes(), 0, JsonErrorKind::Expected("a value")))
    })
}

/// [`parse_with`] for bytes of unknown encoding.
///
/// # Errors
/// Also bytes that are not UTF-8.
pub fn parse_bytes(bytes: &[u8], limits: Limits) -> Result<Value, JsonError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse_with(text, limits),
        Err(error) => Err(JsonError::at(bytes, error.valid_up_to(), JsonErrorKind::InvalidUtf8)),
    }
}

/// A container that is still open.
enum Frame {
    Array(Vec<Value>),
    Object(Map<String, Value>, String),
}

/// Reads the next value of any kind.
pub(crate) fn value(reader: &mut Reader<'_>) -> Result<Value, Fail> {
    let mut open: Vec<Frame> = Vec::new();
    loop {
        let mut done = match reader.peek() {
            Peek::Array => {
                if reader.begin_array()? {
                    open.push(Frame::Array(Vec::new()));
                    continue;
                }
                Value::Array(Vec::new())
            }
            Peek::Object => {
                if reader.begin_object()? {
                    let key = reader.key()?.into_owned();
                    open.push(Frame::Object(Map::new(), key));
                    continue;
                }
                Value::Object(Map::new())
            }
            _ => scalar(reader)?,
        };
        loop {
            match open.pop() {
                None => return Ok(done),
                Some(Frame::Array(mut items)) => {
                    items.push(done);
                    if reader.next_item()? {
                        open.push(Frame::Array(items));
                        break;
                    }
                    done = Value::Array(items);
                }
                Some(Frame::Object(mut members, key)) => {
                    members.insert(key, done);
                    if reader.next_key()? {
                        let key = new_key(reader, &members)?;
                        open.push(Frame::Object(members, key));
                        break;
                    }
                    done = Value::Object(members);
                }
            }
        }
    }
}

fn new_key(reader: &mut Reader<'_>, members: &Map<String, Value>) -> Result<String, Fail> {
    reader.peek();
    let at = reader.position();
    let key = reader.key()?.into_owned();
    if members.contains_key(&key) { Err(reader.fail(at, JsonErrorKind::DuplicateKey(key))) } else { Ok(key) }
}

fn scalar(reader: &mut Reader<'_>) -> Result<Value, Fail> {
    match reader.peek() {
        Peek::String => Ok(Value::String(reader.string()?.into_owned())),
        Peek::Number => {
            let start = reader.position();
            let number = reader.number()?;
            number_value(number).ok_or_else(|| reader.fail(start, JsonErrorKind::NumberOutOfRange))
        }
        Peek::Boolean => reader.boolean().map(Value::Bool),
        Peek::Null => reader.null().map(|()| Value::Null),
        _ => Err(reader.expected_value()),
    }
}

fn number_value(number: Number) -> Option<Value> {
    match number {
        Number::Integer(n) => i64::try_from(n).map(Value::from).or_else(|_| u64::try_from(n).map(Value::from)).ok(),
        Number::Decimal(n) => JsonNumber::from_f64(n).map(Value::Number),
    }
}
