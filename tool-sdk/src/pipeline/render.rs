//! Makes the model's content of the value.

use crate::content::Content;
use crate::definition::ToolDefinition;
use crate::error::ErrorCode;
use crate::outcome::Failure;
use crate::value::CanonicalValue;

/// What the tool's `render` says, or what the value says of itself.
#[inline]
pub(super) fn content(definition: &ToolDefinition, text: &str, value: &CanonicalValue) -> Content {
    if let Some(render) = definition.hooks.render
        && let Some(content) = render(text, value)
    {
        return content;
    }
    value.render()
}

/// The same, contained.
pub(super) fn contained(definition: &ToolDefinition, text: &str, value: &CanonicalValue) -> Result<Content, Failure> {
    super::contain::contained(|| content(definition, text, value)).map_err(|failure| panicked(&failure))
}

/// A renderer that panics is one failed call.
#[cold]
pub(super) fn panicked(failure: &Failure) -> Failure {
    let detail = format!("render panicked: {}", failure.detail().unwrap_or_default());
    Failure::with_detail(ErrorCode::INVALID_TOOL_OUTPUT, detail)
}
