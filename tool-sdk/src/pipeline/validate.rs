//! Reads the arguments into their type, mending or refusing what does not fit (contract S5, E17).
//!
//! The first read only succeeds or fails. Failing, the text is read again into a tree, which the owned schema mends and judges;
//! what it lets through is read into the type once more, by the same decoder.

use std::borrow::Cow;

use super::contain::contained;
use crate::args::{self, DecodeError};
use crate::context::ToolContext;
use crate::definition::{Parameters, Reading, Start, ToolDefinition};
use crate::error::{ErrorCode, ToolError};
use crate::outcome::{Failure, Notes};
use crate::registry::RegistryOptions;
use crate::schema::{Violations, ignored_keys, repair};

/// The fast way. Nothing when the text needs a careful look: it does not fit, a key is undeclared, the call is cancelled.
pub(super) fn first<'a>(definition: &'a ToolDefinition, text: &'a str, cx: &'a ToolContext) -> Option<Result<Start<'a>, Failure>> {
    if cx.is_cancelled() {
        return None;
    }
    let mut start = Start::Refused(Violations::new());
    match contained(|| start = definition.runner.start(text, Reading::Strict, cx)) {
        Err(failure) => Some(Err(failure)),
        Ok(()) if matches!(start, Start::Refused(_)) => None,
        Ok(()) => Some(Ok(start)),
    }
}

/// Mends what can be mended without loss and collects every violation of the rest. Gives the text as it came, or with its
/// repairs; what was mended and ignored goes into `notes`.
#[cold]
pub(super) fn carefully<'a>(
    definition: &ToolDefinition,
    text: &'a str,
    options: RegistryOptions,
    notes: &mut Option<Box<Notes>>,
) -> Result<Cow<'a, str>, Failure> {
    let refused = |error: DecodeError| Failure::from(error.into_tool_error());
    let mut tree = args::tree(text, options.limits).map_err(refused)?;
    let Parameters::Enforced(schema) = &definition.parameters else {
        return Ok(Cow::Owned(crate::json::to_text(&tree)));
    };
    // The text of an empty object may be `null`.
    let empty = tree.as_object().is_some_and(serde_json::Map::is_empty);
    let repairs = if options.repair { repair(schema, &mut tree) } else { Vec::new() };
    let violations = schema.validate(&tree);
    let ignored = ignored_keys(schema, &tree);
    let mended = empty || !repairs.is_empty();
    if !repairs.is_empty() || !ignored.is_empty() {
        *notes = Some(Box::new(Notes { repairs, ignored }));
    }
    if !violations.is_empty() {
        return Err(refused(DecodeError::Invalid(violations)));
    }
    Ok(if mended { Cow::Owned(crate::json::to_text(&tree)) } else { Cow::Borrowed(text) })
}

/// The second read, of a text that fits its schema. What is refused now is refused by the author's `check`.
#[cold]
pub(super) fn again<'a>(definition: &'a ToolDefinition, text: &'a str, cx: &'a ToolContext) -> Result<Start<'a>, Failure> {
    if cx.is_cancelled() {
        return Err(ToolError::of(ErrorCode::ABORTED_BEFORE_DISPATCH).into());
    }
    match contained(|| definition.runner.start(text, Reading::Careful, cx))? {
        Start::Refused(violations) if violations.is_empty() => Err(args::unexplained().into_tool_error().into()),
        Start::Refused(violations) => Err(DecodeError::Invalid(violations).into_tool_error().into()),
        start => Ok(start),
    }
}
