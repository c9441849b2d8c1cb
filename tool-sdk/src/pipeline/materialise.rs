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

/// The arguments as they came, for the log, a tree as compact text; and beside them the text that is read. A tree that is no
/// arguments has neither.
pub(super) fn kept(arguments: Arguments<'_>) -> (Box<str>, Result<Cow<'_, str>, ToolError>) {
    let raw = match &arguments {
        Arguments::Text(text) => Some((&**text).into()),
        Arguments::Tree(_) => None,
    };
    let text = text(arguments);
    (raw.unwrap_or_else(|| text.as_deref().unwrap_or_default().into()), text)
}

/// Makes text of a tree that waits for its turn. One that is no arguments stays a tree, for [`text`] to refuse.
pub(crate) fn fix(arguments: &mut Arguments<'_>) {
    if let Arguments::Tree(tree) = arguments
        && let Ok(text) = tree_text(tree)
    {
        *arguments = Arguments::Text(Cow::Owned(text));
    }
}

/// What a text of arguments says: nothing at all is `{}`.
pub(super) fn said(text: &str) -> &str {
    if is_nothing(text) { NOTHING } else { text }
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
