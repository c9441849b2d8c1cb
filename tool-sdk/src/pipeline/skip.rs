//! The outcome of a call that a cancel reached before anything of it began (contract C3).

use std::sync::Arc;

use super::attempt::Ended;
use super::{finalise, materialise};
use crate::call::ToolCall;
use crate::error::{ErrorCode, ToolError};
use crate::outcome::{Outcome, ToolName};
use crate::registry::View;

/// Nothing is looked at but the tool's last word on the content, which it has on every failure.
pub(crate) fn never_started(view: &View, call: ToolCall<'_>) -> Outcome {
    let ToolCall { name, arguments, id, .. } = call;
    let call_id = id.unwrap_or_else(|| view.shared.call_id());
    let error = ToolError::of(ErrorCode::ABORTED_BEFORE_DISPATCH);
    let (Some(definition), Ok(text)) = (view.get(&name), materialise::text(arguments)) else {
        return finalise::failed(call_id, ToolName::from(Arc::<str>::from(&*name)), error);
    };
    let mut ended = Ended::new();
    ended.fail(error.into());
    finalise::last_word(definition, &text, &call_id, &mut ended);
    finalise::frozen(call_id, definition.name.clone(), ended, None)
}
