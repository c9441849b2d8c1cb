//! Makes what the card needs of the value, for calls that a model asked for itself (contract E12).

use super::attempt::Ended;
use super::contain::contained;
use crate::context::ToolContext;
use crate::definition::ToolDefinition;
use crate::error::{ErrorCode, ToolError};
use crate::outcome::{Failure, Notes};
use crate::value::CanonicalValue;

/// The meta of a value, if the tool has any. It is kept for as long as the log, so what is no lossless JSON is refused here, as it
/// would be in a value; a projector that panics is one failed call.
pub(super) fn of(
    definition: &ToolDefinition,
    text: &str,
    value: &CanonicalValue,
    is_top_level: bool,
) -> Result<Option<Box<str>>, Failure> {
    let Some(project) = definition.hooks.meta.filter(|_| is_top_level) else { return Ok(None) };
    match contained(|| project(text, value)) {
        Ok(made) => made.transpose().map_err(|violations| {
            let message = format!("the presentation meta is invalid: {violations}");
            ToolError::new(ErrorCode::INVALID_TOOL_OUTPUT, message).into()
        }),
        Err(failure) => {
            let detail = format!("presentation_meta panicked: {}", failure.detail().unwrap_or_default());
            Err(Failure::with_detail(ErrorCode::INVALID_TOOL_OUTPUT, detail))
        }
    }
}

/// Adds the meta to a plain call.
#[inline]
pub(super) fn note(
    definition: &ToolDefinition,
    text: &str,
    cx: &ToolContext,
    ended: &mut Ended,
    notes: &mut Option<Box<Notes>>,
) {
    if definition.hooks.meta.is_some() {
        project(definition, text, cx, ended, notes);
    }
}

#[cold]
fn project(
    definition: &ToolDefinition,
    text: &str,
    cx: &ToolContext,
    ended: &mut Ended,
    notes: &mut Option<Box<Notes>>,
) {
    let Some(Ok(value)) = &ended.result else { return };
    match of(definition, text, value, cx.is_top_level()) {
        Ok(meta) => keep(notes, meta),
        Err(failure) => ended.fail(failure),
    }
}

/// Puts the meta of a failure in the place of that of a value, which is gone.
#[cold]
pub(super) fn of_failure(failure: &mut Failure, is_top_level: bool, notes: &mut Option<Box<Notes>>) {
    let meta = failure.take_meta().filter(|_| is_top_level);
    if let Some(notes) = notes {
        notes.meta = meta;
    } else {
        keep(notes, meta);
    }
}

/// Keeps the meta beside the outcome.
pub(super) fn keep(notes: &mut Option<Box<Notes>>, meta: Option<Box<str>>) {
    if meta.is_some() {
        notes.get_or_insert_default().meta = meta;
    }
}
