//! Fixes the arguments: from here on they are one text that nobody can change (contract E1).

use std::borrow::Cow;

use serde_json::Value;

use crate::args::DecodeError;
use crate::call::Arguments;
use crate::error::ToolError;
use crate::json::{JsonErrorKind, check_value, to_text};

/// The text of the arguments. Nothing at all is `{}` (contract E16); broken text stays broken, for the next step to refuse.
#[inline]
pub(super) fn text(arguments: Arguments<'_>) -> Result<Cow<'_, str>, ToolError> {
    match arguments {
        Arguments::Text(text) if text.trim_ascii().is_empty() => Ok(Cow::Borrowed("{}")),
        Arguments::Text(text) => Ok(text),
        Arguments::Tree(tree) => tree_text(&tree).map(Cow::Owned),
    }
}

/// The arguments as they came, for the log: a tree as compact text.
pub(super) fn raw(arguments: &Arguments<'_>) -> Box<str> {
    match arguments {
        Arguments::Text(text) => (&**text).into(),
        // What JSON cannot hold is refused by the next step, in words.
        Arguments::Tree(tree) => tree_text(tree).unwrap_or_default().into(),
    }
}

/// A tree that the host made is looked at first: its depth may be anything, and its numbers may be what JSON cannot hold.
fn tree_text(tree: &Value) -> Result<String, ToolError> {
    match check_value(tree) {
        // Negative zero in arguments is zero (contract J3); our reader reads it so.
        Err(error) if *error.kind() != JsonErrorKind::NegativeZero => Err(DecodeError::Json(error).into_tool_error()),
        _ => Ok(to_text(tree)),
    }
}
