//! One call from its text to its outcome, in named steps (contract E2):
//!
//! 1. [`materialise`]: the arguments are fixed, an empty text is `{}`.
//! 2. [`validate`]: read straight into their type; what is out of the ordinary is mended or refused with every violation.
//! 3. pre-execute, ask, guards, around: the places of policies, which a registry of one layer does not have.
//! 4. [`body`]: runs under its timeout.
//! 5. [`value`]: what the types cannot exclude is checked.
//! 6. [`render`]: the model's content is made from the value.
//! 7. post-execute: a place of policies.
//! 8. [`finalise`]: the last word on content, and the frozen outcome.
//!
//! Every step gives what the next one needs or a [`Failure`](crate::Failure). Whatever a step calls of an author's runs inside a
//! [`contain`]ment: whatever that code does, a call is one outcome.

mod body;
mod contain;
mod finalise;
mod materialise;
mod render;
mod validate;
mod value;

use std::cell::OnceCell;
use std::sync::{Arc, OnceLock};

use crate::call::ToolCall;
use crate::context::{CallId, ToolContext};
use crate::definition::Start;
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
    let timeout = table.at(place).timeout();
    let (signal, caller) = body::signals(signal, timeout);
    let cx = ToolContext { call_id, origin, token: OnceLock::new(), signal, table };
    let caller = caller.as_ref().unwrap_or(&cx.signal);
    let definition = cx.table.at(place);
    let given = match materialise::text(arguments) {
        Ok(text) => text,
        Err(error) => return finalise::failed(cx.call_id, definition.name.clone(), error),
    };
    let (mended, mut text, mut notes) = (OnceCell::new(), &*given, None);
    let started = match validate::first(definition, text, &cx) {
        Some(started) => started,
        None => match validate::carefully(definition, text, cx.table.options, &mut notes) {
            Err(failure) => Err(failure),
            Ok(careful) => {
                text = mended.get_or_init(|| careful);
                validate::again(definition, text, &cx)
            }
        },
    };
    // The braces move it: what is left of a body ends here, before the outcome takes its parts.
    let value = match { started } {
        Err(failure) => Err(failure),
        Ok(Start::Done(result)) => body::settled(result, caller),
        Ok(Start::Refused(_)) => Err(ToolError::of(ErrorCode::INVALID_ARGS).into()),
        Ok(Start::Ready(mut body)) => {
            let result = match timeout {
                None => contain::contained_future(&mut body).await,
                // On the heap, so that calls without a deadline do not carry the room for its timer.
                Some(timeout) => Box::pin(body::within(&mut body, &cx, timeout)).await,
            };
            result.and_then(|result| body::settled(result, caller))
        }
    };
    let (result, content) = finalise::content(definition, text, &cx.call_id, notes.as_deref(), value);
    let name = definition.name.clone();
    Outcome { call_id: cx.call_id, name, result, content, notes }
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
