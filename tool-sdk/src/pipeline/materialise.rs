//! Fixes the arguments: from here on they are one text that nobody can change (contract E1).

use std::borrow::Cow;

use crate::args::DecodeError;
use crate::call::Arguments;

/// The text of the arguments. Nothing at all is `{}` (contract E16); broken text stays broken, for the next step to refuse.
pub(super) fn text(arguments: Arguments<'_>) -> Result<Cow<'_, str>, DecodeError> {
    match arguments {
        Arguments::Text(text) if text.trim_ascii().is_empty() => Ok(Cow::Borrowed("{}")),
        Arguments::Text(text) => Ok(text),
        Arguments::Tree(tree) => {
            let text = match crate::json::check_value(&tree) {
                Ok(()) => Ok(Cow::Owned(crate::json::to_text(&tree))),
                Err(error) if *error.kind() == crate::json::JsonErrorKind::NegativeZero => {
                    // Negative zero in arguments is zero (contract J3); our reader reads it so.
                    Ok(Cow::Owned(crate::json::to_text(&tree)))
                }
                Err(error) => Err(DecodeError::Json(error)),
            };
            crate::json::dispose(tree);
            text
        }
    }
}
