//! JSON text into typed arguments and values: strict, with every violation; or soft, for whoever can do without.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{PoisonError, RwLock};

use serde_json::Value;

use crate::error::{ErrorCode, ToolError};
use crate::json::{Direction, JsonError, Limits, Reader};
use crate::schema::{Path, Schema, ToolValue, Violation, Violations, repair};

/// Why a text is not such a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The text is no JSON that we can keep.
    Json(JsonError),
    /// The JSON is another value; all violations.
    Invalid(Violations),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "invalid JSON: {error}"),
            Self::Invalid(violations) => write!(f, "{violations}"),
        }
    }
}

impl std::error::Error for DecodeError {}

impl DecodeError {
    pub(crate) fn into_violations(self) -> Violations {
        match self {
            Self::Invalid(violations) => violations,
            Self::Json(error) => {
                let mut violations = Violations::new();
                violations.push(Violation::new("", error.to_string()));
                violations
            }
        }
    }

    /// The failed call that this is.
    pub(crate) fn into_tool_error(self) -> ToolError {
        let paths = match &self {
            Self::Invalid(violations) => violations.paths(),
            Self::Json(_) => Vec::new(),
        };
        ToolError::new(ErrorCode::INVALID_ARGS, format!("invalid arguments: {self}")).at_all(paths)
    }
}

/// Reads arguments or a part of them, without repair: accepts exactly what the parameter schema accepts (contract S1), and then
/// runs the `check` functions of the types.
///
/// ```
/// use tool_sdk::prelude::*;
///
/// /// Where to look.
/// #[derive(ToolArgs, Debug)]
/// struct Look {
///     /// The folder.
///     path: String,
///     /// How deep.
///     #[arg(min = 1, default = 3)]
///     depth: u8,
/// }
///
/// let look: Look = tool_sdk::args::decode(r#"{"path": "src"}"#).unwrap();
/// assert_eq!(look.depth, 3);
/// let error = tool_sdk::args::decode::<Look>(r#"{"path": 1, "depth": 0}"#).unwrap_err();
/// assert_eq!(error.to_string(), "path: expected a string, found 1; depth: expected at least 1, found 0");
/// ```
///
/// # Errors
/// A fault of the JSON text, or every violation.
pub fn decode<T: ToolValue>(text: &str) -> Result<T, DecodeError> {
    decode_in(text, Direction::Input)
}

/// Reads a value as a tool produces it: a field with a default has to be there (contract S9).
///
/// # Errors
/// As [`decode`].
pub fn decode_value<T: ToolValue>(text: &str) -> Result<T, DecodeError> {
    decode_in(text, Direction::Output)
}

/// Reads a value if it is one: for presenters, which show something else when it is not.
pub fn decode_soft<T: ToolValue>(text: &str) -> Option<T> {
    checked(Reader::new(text, Direction::Input)).ok()
}

/// [`decode_soft`] for what a tool produced.
pub(crate) fn decode_soft_value<T: ToolValue>(text: &str) -> Option<T> {
    checked(Reader::new(text, Direction::Output)).ok()
}

/// Reads arguments as a call does, mending what a model got wrong: for presenters, which are given what the model wrote.
pub(crate) fn mended<T: ToolValue>(text: &str) -> Option<T> {
    if let Ok(args) = checked(Reader::strict(text, Direction::Input)) {
        return Some(args);
    }
    let text = mended_text(text, schema_of::<T>(Direction::Input))?;
    checked(Reader::new(&text, Direction::Input)).ok()
}

fn mended_text(text: &str, schema: &Schema) -> Option<String> {
    let mut tree = tree(text, Limits::default()).ok()?;
    repair(schema, &mut tree);
    Some(crate::json::to_text(&tree))
}

fn decode_in<T: ToolValue>(text: &str, direction: Direction) -> Result<T, DecodeError> {
    // Strict first: an undeclared key may hide what only the tree reader refuses, such as a key twice.
    let first = match checked(Reader::strict(text, direction)) {
        Ok(value) => return Ok(value),
        Err(violations) => violations,
    };
    let tree = crate::json::parse(text).map_err(DecodeError::Json)?;
    let violations = schema_of::<T>(direction).validate(&tree);
    if !violations.is_empty() {
        return Err(DecodeError::Invalid(violations));
    }
    checked(Reader::new(text, direction))
        .map_err(|again| DecodeError::Invalid(explained(if again.is_empty() { first } else { again })))
}

/// The schema of a type, made once and kept: there are as many as there are types that somebody decodes.
fn schema_of<T: ToolValue>(direction: Direction) -> &'static Schema {
    type Made = BTreeMap<(TypeId, bool), &'static Schema>;
    static MADE: RwLock<Made> = RwLock::new(BTreeMap::new());
    let key = (TypeId::of::<T>(), direction == Direction::Input);
    if let Some(schema) = MADE.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return schema;
    }
    let schema = match direction {
        Direction::Input => Schema::accepted::<T>(),
        Direction::Output => Schema::of::<T>(),
    };
    MADE.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert_with(|| Box::leak(Box::new(schema)))
}

/// The schema and the decoder disagree: a defect of ours, told as what it is and never as a success.
fn explained(mut violations: Violations) -> Violations {
    if violations.is_empty() {
        violations.push(Violation::new("", "the value fits its schema but not its type"));
    }
    violations
}

/// Reads and checks; no violation at all means that the text is no such value.
pub(crate) fn checked<T: ToolValue>(mut reader: Reader<'_>) -> Result<T, Violations> {
    let Ok(value) = T::decode(&mut reader) else { return Err(Violations::new()) };
    if reader.end().is_err() {
        return Err(Violations::new());
    }
    let mut violations = Violations::new();
    value.check(&Path::DECODED, &mut violations);
    if violations.is_empty() { Ok(value) } else { Err(violations) }
}

/// A tree under the limits of a registry; the text of a model that sent nothing is an empty object (contract E16, D15).
pub(crate) fn tree(text: &str, limits: Limits) -> Result<Value, DecodeError> {
    let tree = crate::json::parse_with(text, limits).map_err(DecodeError::Json)?;
    Ok(if tree.is_null() { Value::Object(serde_json::Map::new()) } else { tree })
}

pub(crate) fn unexplained() -> DecodeError {
    DecodeError::Invalid(explained(Violations::new()))
}
