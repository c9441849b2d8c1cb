//! One call from its text to its outcome, in named steps (contract E2):
//!
//! 1. [`materialise`]: the arguments are fixed, an empty text is `{}`.
//! 2. [`validate`]: read straight into their type; what is out of the ordinary is mended or refused with every violation.
//! 3. pre-execute, ask, guards, around: the places of policies, which a registry of one layer does not have.
//! 4. [`body`]: runs, contained, under its timeout.
//! 5. [`value`]: what the types cannot exclude is checked.
//! 6. [`render`]: the model's content is made from the value.
//! 7. post-execute: a place of policies.
//! 8. [`finalise`]: the last word on content, and the frozen outcome.
//!
//! Every step gives a value or a [`Failure`]; whatever a step calls of an author's is contained by [`contain`].

mod body;
mod contain;
mod finalise;
mod materialise;
mod render;
mod validate;
mod value;

use std::sync::Arc;

use crate::call::ToolCall;
use crate::content::Content;
use crate::context::{CallId, CallToken, ToolContext};
use crate::error::{ErrorCode, ToolError};
use crate::outcome::{Failure, Notes, Outcome, ToolName};
use crate::registry::{Inner, Table};
use crate::value::CanonicalValue;

/// What the steps up to the content leave behind.
struct Ended {
    result: Result<(CanonicalValue, Content), Failure>,
    notes: Option<Box<Notes>>,
}

/// Runs one call. Always gives an outcome, on every path.
pub(crate) async fn run(table: Arc<Table>, registry: &Inner, call: ToolCall<'_>) -> Outcome {
    let ToolCall { name, arguments, id, root, parent, signal } = call;
    let call_id = id.unwrap_or_else(|| registry.fresh_call_id());
    let Some(place) = table.place(&name) else {
        return unknown_tool(&table, &name, call_id);
    };
    let timeout = table.at(place).timeout();
    let cx = ToolContext {
        call_id,
        root_call_id: root,
        token: CallToken::fresh(),
        parent,
        signal: body::own_signal(&signal, timeout),
        table,
    };
    let definition = cx.table.at(place);
    let text = match materialise::text(arguments) {
        Ok(text) => text,
        Err(error) => return finalise::failed(cx.call_id.clone(), definition.name.clone(), error.into_tool_error()),
    };
    let mended;
    let (started, text, notes) = match validate::first(definition, &text, &cx) {
        Some(started) => (started, &*text, None),
        None => match validate::carefully(definition, &text, cx.table.options) {
            Err((failure, notes)) => (Err(failure), &*text, notes),
            Ok(careful) => {
                mended = careful.text;
                (validate::again(definition, &mended, &cx), &*mended, careful.notes)
            }
        },
    };
    let result = body::run(started, &signal, &cx, timeout)
        .await
        .and_then(|value| value::checked(definition, value))
        .and_then(|value| render::content(definition, text, value));
    finalise::outcome(cx.call_id, definition, text, Ended { result, notes })
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
