//! Trees that did not come from our reader: whether they are lossless, and how they end without using the stack.

use serde_json::{Number, Value};

use super::MAX_DEPTH;
use super::error::{JsonError, JsonErrorKind};

/// Checks a tree that somebody made in the process: depth and numbers (contract J1, J3, J4). Iterative.
///
/// # Errors
/// What would not come back the same; negative zero only if it is all there is, because arguments may have it.
pub fn check_value(value: &Value) -> Result<(), JsonError> {
    let mut verdict = Ok(());
    let mut work = vec![(value, 1_usize)];
    while let Some((value, depth)) = work.pop() {
        match value {
            Value::Number(n) => match check_number(n) {
                Err(error) if *error.kind() == JsonErrorKind::NegativeZero => verdict = Err(error),
                checked => checked?,
            },
            Value::Array(_) | Value::Object(_) if depth > MAX_DEPTH => {
                return Err(JsonError::of_value(JsonErrorKind::TooDeep(MAX_DEPTH)));
            }
            Value::Array(items) => work.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(members) => work.extend(members.values().map(|member| (member, depth + 1))),
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    verdict
}

/// Whether [`check_value`] finds nothing.
pub fn is_lossless(value: &Value) -> bool {
    check_value(value).is_ok()
}

/// With `arbitrary_precision` switched on by another crate, a number may hold any text; only what 64-bit integers and doubles
/// hold is ours.
fn check_number(number: &Number) -> Result<(), JsonError> {
    if number.is_i64() || number.is_u64() {
        return Ok(());
    }
    match number.as_f64().filter(|_| number.is_f64()) {
        Some(n) if n == 0.0 && n.is_sign_negative() => Err(JsonError::of_value(JsonErrorKind::NegativeZero)),
        Some(n) if n.is_finite() => Ok(()),
        _ => Err(JsonError::of_value(JsonErrorKind::NumberOutOfRange)),
    }
}

/// A tree of any depth that is kept for a while: it ends without using the stack.
#[derive(Clone, Debug)]
pub struct Tree(Box<Value>);

impl Tree {
    /// The tree by itself; whoever takes it ends it.
    pub fn into_value(mut self) -> Value {
        std::mem::take(&mut *self.0)
    }
}

impl From<Value> for Tree {
    fn from(value: Value) -> Self {
        Self(Box::new(value))
    }
}

impl std::ops::Deref for Tree {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        dispose(std::mem::take(&mut *self.0));
    }
}

/// Drops a tree of any depth without recursion: the drop of `serde_json::Value` itself would use the stack up.
pub fn dispose(value: Value) {
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        match value {
            Value::Array(items) => work.extend(items),
            Value::Object(members) => work.extend(members.into_iter().map(|(_, member)| member)),
            _ => {}
        }
    }
}
