//! Whether a call may overlap others (contract C1).

use super::{materialise, validate};
use crate::call::{Arguments, ToolCall};
use crate::definition::Reading;
use crate::registry::View;

/// What the tool's classifier says of the arguments as the body will see them: an alias or a number in a string may change the
/// answer, so what the strict reading refuses is mended first. Arguments that stay invalid are not safe, and neither is a call of
/// no tool.
pub(crate) fn is_concurrency_safe(view: &View, call: &ToolCall<'_>) -> bool {
    let (Some(definition), Arguments::Text(text)) = (view.get(&call.name), &call.arguments) else { return false };
    if definition.hooks.concurrency_safe.is_none() {
        return false;
    }
    let text = materialise::said(text);
    if validate::reads_fast(definition, view.options, text)
        && let Some(safe) = definition.classify(text, Reading::Strict)
    {
        return safe;
    }
    match validate::carefully(definition, text, view.options, &mut None) {
        Ok(mended) => definition.classify(&mended, Reading::Careful).unwrap_or(false),
        Err(_) => false,
    }
}
