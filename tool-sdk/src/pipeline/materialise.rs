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
        Arguments::Text(text) if is_nothing(&text) => Ok(Cow::Borrowed(NOTHING)),
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

/// The same, of arguments that wait for their turn. A tree that is no arguments stays one, for [`text`] to refuse.
pub(crate) fn fix(arguments: &mut Arguments<'_>) {
    let text = match arguments {
        Arguments::Text(text) if is_nothing(text) => Cow::Borrowed(NOTHING),
        Arguments::Text(_) => return,
        Arguments::Tree(tree) => match tree_text(tree) {
            Ok(text) => Cow::Owned(text),
            Err(_) => return,
        },
    };
    *arguments = Arguments::Text(text);
}

/// What a model means that sends nothing.
const NOTHING: &str = "{}";

fn is_nothing(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

/// A tree that the host made is looked at first: its depth may be anything, and its numbers may be what JSON cannot hold.
fn tree_text(tree: &Value) -> Result<String, ToolError> {
    match check_value(tree) {
        // Negative zero in arguments is zero (contract J3); our reader reads it so.
        Err(error) if *error.kind() != JsonErrorKind::NegativeZero => Err(DecodeError::Json(error).into_tool_error()),
        _ => Ok(to_text(tree)),
    }
}
