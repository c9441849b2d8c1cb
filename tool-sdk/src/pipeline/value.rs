//! Checks the canonical value before anybody sees it (contract E7, J1).

use serde_json::Value;

use super::contain::contained;
use crate::content::Content;
use crate::definition::ToolDefinition;
use crate::error::{ErrorCode, ToolError};
use crate::outcome::Failure;
use crate::schema::Violations;
use crate::value::CanonicalValue;

/// What is wrong with the value. A typed value fits its schema by its type, so only rules and numbers are looked at; a tree that
/// a raw tool returned is judged by its schema.
#[inline]
pub(super) fn violations(definition: &ToolDefinition, value: &CanonicalValue) -> Violations {
    let violations = value.check();
    match value.downcast_ref::<Value>() {
        Some(tree) if violations.is_empty() => definition.output.validate(tree),
        _ => violations,
    }
}

/// A value that a layer or a policy gave, as the tool's own, with its content (contract E7).
pub(super) fn adopted(
    definition: &ToolDefinition,
    text: &str,
    value: CanonicalValue,
) -> Result<(CanonicalValue, Content), Failure> {
    let adopted = contained(|| {
        let value = definition.runner.adopt(value)?;
        let violations = violations(definition, &value);
        if violations.is_empty() { Ok(value) } else { Err(violations) }
    })?;
    let value = adopted.map_err(|violations| invalid(definition, &violations))?;
    let content = super::render::contained(definition, text, &value)?;
    Ok((value, content))
}

/// The failure that these violations are.
#[cold]
pub(super) fn invalid(definition: &ToolDefinition, violations: &Violations) -> ToolError {
    let message = format!("{} returned invalid output: {violations}", definition.name());
    ToolError::new(ErrorCode::INVALID_TOOL_OUTPUT, message)
}
