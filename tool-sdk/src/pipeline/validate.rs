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
use crate::schema::{ignored_keys, repair};

/// Reads the arguments and makes the body ready. Refused without violations, nobody has looked for them yet; with violations, they
/// are those of the author's `check`, which are told only when the schema has nothing to say.
#[inline]
pub(super) fn start<'a>(
    definition: &'a ToolDefinition,
    text: &'a str,
    reading: Reading,
    cx: &'a ToolContext,
) -> Result<Start<'a>, Failure> {
    if reading == Reading::Careful && cx.is_cancelled() {
        return Err(ToolError::of(ErrorCode::ABORTED_BEFORE_DISPATCH).into());
    }
    match definition.runner.start(text, reading, cx) {
        Start::Refused(violations) if reading == Reading::Careful && !violations.is_empty() => {
            Err(DecodeError::Invalid(violations).into_tool_error().into())
        }
        start => Ok(start),
    }
}

/// Whether a body could be started with these arguments; gives the text with its repairs, where it needed some.
pub(super) fn fit(
    definition: &ToolDefinition,
    text: &str,
    options: RegistryOptions,
    notes: &mut Option<Box<Notes>>,
) -> Result<Option<String>, Failure> {
    let fits = |text: &str, reading| contained(|| definition.runner.fits(text, reading));
    if !options.limits.are_stricter_for(text) && fits(text, Reading::Strict)?.is_ok() {
        return Ok(None);
    }
    let mended = carefully(definition, text, options, notes)?;
    match fits(&mended, Reading::Careful)? {
        Ok(()) if *mended == *text => Ok(None),
        Ok(()) => Ok(Some(mended.into_owned())),
        Err(violations) if violations.is_empty() => Err(unexplained()),
        Err(violations) => Err(DecodeError::Invalid(violations).into_tool_error().into()),
    }
}

/// The schema let through what the decoder refuses: a defect of ours, told as a failure and never as a success.
#[cold]
pub(super) fn unexplained() -> Failure {
    args::unexplained().into_tool_error().into()
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
    let repairs = if options.repair && definition.repair { repair(schema, &mut tree) } else { Vec::new() };
    let violations = schema.validate(&tree);
    let ignored = ignored_keys(schema, &tree);
    let mended = empty || !repairs.is_empty();
    if !repairs.is_empty() || !ignored.is_empty() {
        *notes = Some(Box::new(Notes { repairs, ignored, ..Notes::default() }));
    }
    if !violations.is_empty() {
        return Err(refused(DecodeError::Invalid(violations)));
    }
    Ok(if mended { Cow::Owned(crate::json::to_text(&tree)) } else { Cow::Borrowed(text) })
}
