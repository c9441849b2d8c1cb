//! What a string spells, when that is exactly one JSON value of the kind that is asked for.

use serde_json::Value;

use super::RepairKind;
use crate::json::{Limits, MAX_DEPTH, parse_with};
use crate::schema::model::SchemaKind;
use crate::schema::validate::integral;

/// The value of the kind that `text` spells. `depth` is how many containers are around it: what it spells may be no deeper than what
/// could have been written there (contract J4).
pub(super) fn converted(kind: &SchemaKind, text: &str, depth: usize) -> Option<(Value, RepairKind)> {
    let wanted = match kind {
        SchemaKind::Boolean { .. } => RepairKind::BooleanFromString,
        // A number token has nothing around it; the reader itself would pass over white space.
        SchemaKind::Integer { .. } | SchemaKind::Number { .. } if text.trim() == text => RepairKind::NumberFromString,
        SchemaKind::Array { .. } | SchemaKind::Object { .. } => RepairKind::ContainerFromString,
        _ => return None,
    };
    let depth = MAX_DEPTH.checked_sub(depth)?;
    let value = match wanted {
        RepairKind::BooleanFromString => match text {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => return None,
        },
        _ => parse_with(text, Limits { depth, bytes: None }).ok()?,
    };
    let fits = match (kind, &value) {
        (SchemaKind::Integer { .. }, Value::Number(n)) => integral(n),
        _ => kind.same_kind(&value),
    };
    fits.then_some((value, wanted))
}
