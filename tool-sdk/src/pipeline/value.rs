//! Checks the canonical value before anybody sees it (contract E7, J1).

use super::contain::contained;
use crate::definition::ToolDefinition;
use crate::error::{ErrorCode, ToolError};
use crate::outcome::Failure;
use crate::schema::Violations;
use crate::value::CanonicalValue;

/// The value, if nothing is wrong with it. A typed value fits its schema by its type, so only rules and numbers are looked at; a
/// tree that a raw tool returned is judged by its schema.
pub(super) fn checked(definition: &ToolDefinition, value: CanonicalValue) -> Result<CanonicalValue, Failure> {
    let violations = contained(|| {
        let violations = value.check();
        match value.downcast_ref::<serde_json::Value>() {
            Some(tree) if violations.is_empty() => definition.output.validate(tree),
            _ => violations,
        }
    })?;
    if violations.is_empty() {
        return Ok(value);
    }
    value.dispose();
    Err(invalid(definition, &violations).into())
}

fn invalid(definition: &ToolDefinition, violations: &Violations) -> ToolError {
    let message = format!("{} returned invalid output: {violations}", definition.name());
    ToolError::new(ErrorCode::INVALID_TOOL_OUTPUT, message)
}
