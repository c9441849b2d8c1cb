//! One call from its text to its outcome, in named steps (contract E2):
//!
//! 1. [`materialise`]: the arguments are fixed, an empty text is `{}`.
//! 2. [`validate`]: read straight into their type; what is out of the ordinary is mended or refused with every violation.
//! 3. pre-execute, ask, guards, around: the places of policies, which a registry of one layer does not have.
//! 4. [`body`]: runs, under its timeout.
//! 5. [`value`]: what the types cannot exclude is checked.
//! 6. [`render`]: the model's content is made from the value.
//! 7. [`meta`]: what the card needs is made from it.
//! 8. post-execute: a place of policies.
//! 9. [`finalise`]: the last word on content, and the frozen outcome.
//!
//! Steps 2 and 4 to 7 call what authors wrote. They run as one [`attempt`], under one containment: whatever that code does, a call
//! is one outcome. The first attempt reads the text the fast way; when that refuses it, a second one reads what the careful look
//! left.

mod attempt;
mod body;
mod contain;
mod finalise;
mod materialise;
mod meta;
mod render;
mod validate;
mod value;

use std::sync::{Arc, OnceLock};

use attempt::{Attempt, Ended};

use crate::call::ToolCall;
use crate::context::{CallId, ToolContext};
use crate::definition::Reading;
use crate::error::{ErrorCode, ToolError};
use crate::outcome::{Outcome, ToolName};
use crate::registry::{Inner, Table};

/// Runs one call. Always gives an outcome, on every path.
pub(crate) async fn run(table: Arc<Table>, registry: &Inner, call: ToolCall<'_>) -> Outcome {
    let ToolCall { name, arguments, id, origin, signal } = call;
    let call_id = id.unwrap_or_else(|| registry.fresh_call_id());
    let Some(place) = table.place(&name) else {
        return unknown_tool(&table, &name, call_id);
    };
    let (signal, caller) = body::signals(signal, table.at(place).timeout());
    let cx = ToolContext { call_id, origin, token: OnceLock::new(), signal, table };
    let definition = cx.table.at(place);
    let text = match materialise::text(arguments) {
        Ok(text) => text,
        Err(error) => return finalise::failed(cx.call_id, definition.name.clone(), error),
    };
    let (mut ended, mut notes) = (Ended::new(), None);
    // A call that was cancelled already is only looked at, and a text that the host's limits may refuse is measured first.
    if !cx.is_cancelled() && !cx.table.options.limits.are_stricter_for(&text) {
        Attempt::new(definition, &text, Reading::Strict, &cx, caller.as_ref(), &mut ended).await;
    }
    if ended.result.is_some() {
        finalise::last_word(definition, &text, &cx.call_id, &mut ended);
    } else {
        match validate::carefully(definition, &text, cx.table.options, &mut notes) {
            Err(failure) => {
                ended.fail(failure);
                finalise::last_word(definition, &text, &cx.call_id, &mut ended);
            }
            Ok(mended) => {
                let again = Attempt::new(definition, &mended, Reading::Careful, &cx, caller.as_ref(), &mut ended);
                Box::pin(again).await;
                if ended.result.is_none() {
                    ended.fail(validate::unexplained());
                }
                finalise::last_word(definition, &mended, &cx.call_id, &mut ended);
            }
        }
        finalise::tell_ignored(notes.as_deref(), &mut ended);
    }
    let Ended { result, content, meta } = ended;
    if let Some(meta) = meta.filter(|_| matches!(result, Some(Ok(_)))) {
        notes.get_or_insert_default().meta = Some(*meta);
    }
    // Every way above leaves one.
    let result = result.unwrap_or_else(|| Err(validate::unexplained()));
    Outcome { call_id: cx.call_id, name: definition.name.clone(), result, content, notes }
}

#[cold]
fn unknown_tool(table: &Table, name: &str, call_id: CallId) -> Outcome {
    let names = table.names();
    let near = crate::schema::nearest(name, names.iter().copied());
    let message = match near {
        Some(near) => format!("unknown tool {}, did you mean `{near}`?", crate::json::quoted(name)),
        None if names.is_empty() => format!("unknown tool {}, there are no tools", crate::json::quoted(name)),
        None => format!("unknown tool {}", crate::json::quoted(name)),
    };
    let name = ToolName::from(Arc::<str>::from(name));
    finalise::failed(call_id, name, ToolError::new(ErrorCode::UNKNOWN_TOOL, message))
}
