//! Checks the canonical value before anybody sees it (contract E7, J1).

use serde_json::Value;

use crate::definition::ToolDefinition;
use crate::error::{ErrorCode, ToolError};
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

/// The failure that these violations are.
#[cold]
pub(super) fn invalid(definition: &ToolDefinition, violations: &Violations) -> ToolError {
    let message = format!("{} returned invalid output: {violations}", definition.name());
    ToolError::new(ErrorCode::INVALID_TOOL_OUTPUT, message)
}
