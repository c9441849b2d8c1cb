//! Equality of JSON values, as a text.

use std::fmt::Write as _;

use serde_json::{Number, Value};

enum Piece<'a> {
    Value(&'a Value),
    Key(&'a str),
    Mark(char),
}

/// A text that is the same for values that are equal as JSON and for no others: numbers by value, objects whatever the order of
/// their keys. Iterative.
///
/// ```
/// use tool_sdk::json::{canonical_text, parse};
///
/// assert_eq!(canonical_text(&parse(r#"{"a": 1, "b": [2.0]}"#)?), canonical_text(&parse(r#"{"b": [2], "a": 1.0}"#)?));
/// # Ok::<(), tool_sdk::json::JsonError>(())
/// ```
pub fn canonical_text(value: &Value) -> String {
    let mut text = String::new();
    let mut left = vec![Piece::Value(value)];
    while let Some(piece) = left.pop() {
        match piece {
            Piece::Mark(mark) => text.push(mark),
            Piece::Key(key) => {
                // Debug quotes and escapes, which is all that is asked of it here.
                let _ = write!(text, "{key:?}:");
            }
            Piece::Value(Value::Array(items)) => {
                text.push('[');
                left.push(Piece::Mark(']'));
                left.extend(items.iter().rev().flat_map(|item| [Piece::Mark(','), Piece::Value(item)]));
            }
            Piece::Value(Value::Object(members)) => {
                text.push('{');
                left.push(Piece::Mark('}'));
                let mut sorted: Vec<_> = members.iter().collect();
                sorted.sort_unstable_by(|a, b| b.0.cmp(a.0));
                left.extend(
                    sorted
                        .into_iter()
                        .flat_map(|(key, value)| [Piece::Mark(','), Piece::Value(value), Piece::Key(key)]),
                );
            }
            Piece::Value(Value::Number(n)) => {
                let _ = match whole(n) {
                    Some(whole) => write!(text, "{whole}"),
                    None => write!(text, "{n}"),
                };
            }
            Piece::Value(Value::String(s)) => {
                let _ = write!(text, "{s:?}");
            }
            Piece::Value(Value::Bool(b)) => text.push(if *b { 't' } else { 'f' }),
            Piece::Value(Value::Null) => text.push('n'),
        }
    }
    text
}

/// The integer that a number is equal to.
fn whole(number: &Number) -> Option<i128> {
    if let Some(n) = number.as_i64() {
        return Some(n.into());
    }
    if let Some(n) = number.as_u64() {
        return Some(n.into());
    }
    // Every double of this size without a fraction is an integer that an i128 holds.
    number.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e36).map(|n| n as i128)
}
