//! Makes the model's content of the value.

use super::contain::contained;
use crate::content::Content;
use crate::definition::ToolDefinition;
use crate::error::ErrorCode;
use crate::outcome::Failure;
use crate::value::CanonicalValue;

/// What the tool's `render` says, or what the value says of itself. A renderer that panics is one failed call.
pub(super) fn content(
    definition: &ToolDefinition,
    text: &str,
    value: CanonicalValue,
) -> Result<(CanonicalValue, Content), Failure> {
    match contained(|| definition.runner.render(text, &value).unwrap_or_else(|| value.render())) {
        Ok(content) => Ok((value, content)),
        Err(failure) => {
            let detail = format!("render panicked: {}", failure.detail().unwrap_or_default());
            Err(Failure::with_detail(ErrorCode::INVALID_TOOL_OUTPUT, detail))
        }
    }
}
