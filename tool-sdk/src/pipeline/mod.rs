//! One call from its text to its outcome, in named stages (contract E2), each in the file of its name:
//!
//! 1. [`materialise`]: the arguments are fixed, an empty text is `{}`.
//! 2. [`validate`]: read straight into their type; what is out of the ordinary is mended or refused with every violation.
//! 3. [`pre_execute`], [`ask`], [`guards`]: who may stop the call.
//! 4. [`around`]: the layers of the host, and innermost the [`body`], under its timeout and a [`watch`].
//! 5. [`value`]: what the types cannot exclude is checked.
//! 6. [`render`]: the model's content is made from the value.
//! 7. [`meta`]: what the card needs is made from it.
//! 8. [`post_execute`]: who judges the result.
//! 9. [`finalise`]: the last word on content, and the frozen outcome.
//! 10. [`observe`]: who hears of it.
//!
//! A call in a scope with policies goes through all of them, see [`governed`]. Where there are none, only the stages that call what
//! authors of tools wrote are left; they run as one [`attempt`], under one containment: whatever that code does, a call is one
//! outcome. The first attempt reads the text the fast way; when that refuses it, a second one reads what the careful look left.

mod around;
mod ask;
mod attempt;
mod body;
mod classify;
mod contain;
mod execution;
mod finalise;
mod fuse;
mod governed;
mod guards;
mod materialise;
mod meta;
mod observe;
mod policies;
mod post_execute;
mod pre_execute;
mod render;
mod settled;
mod skip;
mod trace;
mod validate;
mod value;
mod watch;

use std::sync::{Arc, OnceLock};

pub use around::{AroundCall, AroundExecute, Next};
pub(crate) use ask::inside as ask_inside;
use attempt::{Attempt, Ended};
pub(crate) use classify::is_concurrency_safe;
pub(crate) use contain::polled;
pub use execution::Execution;
pub(crate) use finalise::failed;
pub(crate) use governed::Governed;
pub use guards::{Guard, GuardCall};
pub(crate) use materialise::fix;
pub(crate) use observe::ResultObserver;
pub use observe::{Observer, OnResult};
pub(crate) use policies::{Policies, Policy};
pub use post_execute::{IntoVerdict, PostCall, PostExecute, Verdict};
pub use pre_execute::{Decision, IntoDecision, PreCall, PreExecute};
pub(crate) use settled::Settled;
pub(crate) use skip::never_started;

use crate::call::ToolCall;
use crate::context::ToolContext;
use crate::definition::Reading;
use crate::error::{ErrorCode, ToolError};
use crate::outcome::{Outcome, ToolName};
use crate::registry::View;

/// Runs one call. Always gives an outcome, on every path.
pub(crate) async fn run(view: Arc<View>, call: ToolCall<'_>) -> Outcome {
    if is_governed(&view, &call) {
        return governed::run(view, call).await;
    }
    let ToolCall { name, arguments, id, origin, signal } = call;
    let call_id = id.unwrap_or_else(|| view.shared.call_id());
    let Some(place) = view.place(&name) else {
        return failed(call_id, ToolName::from(Arc::<str>::from(&*name)), unknown_tool(&view, &name));
    };
    let (signal, caller) = body::signals(signal, view.at(place).timeout());
    let (token, said) = (OnceLock::new(), OnceLock::new());
    let cx = ToolContext { call_id, origin, token, signal, view, said, info: None };
    let definition = &**cx.view.at(place);
    let text = match materialise::text(arguments) {
        Ok(text) => text,
        Err(error) => return failed(cx.call_id, definition.name.clone(), error),
    };
    let (mut ended, mut notes) = (Ended::new(), None);
    // A call that was cancelled already is only looked at.
    if !cx.is_cancelled() && validate::reads_fast(definition, cx.view.options, &text) {
        Attempt::new(definition, &text, Reading::Strict, &cx, caller.as_ref(), &mut ended).await;
    }
    if ended.result.is_some() {
        meta::note(definition, &text, &cx, &mut ended, &mut notes);
        finalise::last_word(definition, &text, &cx.call_id, &mut ended);
    } else {
        match validate::carefully(definition, &text, cx.view.options, &mut notes) {
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
                meta::note(definition, &mended, &cx, &mut ended, &mut notes);
                finalise::last_word(definition, &mended, &cx.call_id, &mut ended);
            }
        }
        finalise::tell_ignored(notes.as_deref(), &mut ended);
    }
    cx.finish(&mut notes);
    if let Some(Err(failure)) = &mut ended.result {
        meta::of_failure(failure, cx.is_top_level(), &mut notes);
    }
    finalise::frozen(cx.call_id, definition.name.clone(), ended, notes)
}

/// Whether a call in this scope goes through every stage: somebody decides about it, or hears of it, or can be asked by its body and
/// then has to see it.
#[inline]
pub(crate) fn is_governed(view: &View, call: &ToolCall<'_>) -> bool {
    let agent = || call.origin.as_ref()?.agent.as_ref();
    view.policies.is_some() || agent().is_some_and(|agent| agent.approver().is_some()) || trace::is_wanted()
}

#[cold]
fn unknown_tool(view: &View, name: &str) -> ToolError {
    let names = view.names();
    let near = crate::schema::nearest(name, names.iter().copied());
    let message = match near {
        Some(near) => format!("unknown tool {}, did you mean `{near}`?", crate::json::quoted(name)),
        None if names.is_empty() => format!("unknown tool {}, there are no tools", crate::json::quoted(name)),
        None => format!("unknown tool {}", crate::json::quoted(name)),
    };
    ToolError::new(ErrorCode::UNKNOWN_TOOL, message)
}
