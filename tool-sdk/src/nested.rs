//! Calls that a body makes (contract E13).

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::call::{Origin, ToolCall};
use crate::content::Content;
use crate::context::{CallId, Signal, ToolContext};
use crate::error::{ErrorCode, ToolError, ToolResult};
use crate::json::Encoder;
use crate::outcome::{Failure, Outcome, ToolName};
use crate::schema::{ToolArgs, ToolValue};
use crate::value::CanonicalValue;

/// Calls within calls within calls: deeper than this, a tool calls itself for ever.
const MAX_DEPTH: u16 = 64;

/// The value of a call that a body made. It reads like the value itself, and shares it.
pub struct Nested<V> {
    outcome: Outcome,
    value: CanonicalValue,
    of: std::marker::PhantomData<fn() -> V>,
}

impl<V: ToolValue> Nested<V> {
    /// The value of a success, as a `V`.
    pub(crate) fn of(outcome: Outcome) -> ToolResult<Self> {
        let value = match &outcome.result {
            Ok(value) => value.clone(),
            Err(failure) => return Err(told(failure)),
        };
        let value = value.adopted::<V>().map_err(|violations| {
            let message = format!("{} gave another type than expected: {violations}", outcome.name());
            ToolError::new(ErrorCode::INVALID_TOOL_OUTPUT, message)
        })?;
        Ok(Self { outcome, value, of: std::marker::PhantomData })
    }

    /// The whole outcome.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// What a model would read.
    pub fn content(&self) -> &Content {
        self.outcome.content()
    }
}

impl<V: ToolValue> Deref for Nested<V> {
    type Target = V;

    fn deref(&self) -> &V {
        match self.value.downcast_ref() {
            Some(value) => value,
            // `of` made the value a `V`.
            None => unreachable!("the value of a nested call changed its type"),
        }
    }
}

impl<V: ToolValue + fmt::Debug> fmt::Debug for Nested<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// The failure of a nested call as the error of the body that made it.
fn told(failure: &Failure) -> ToolError {
    let error = ToolError::new(failure.code().clone(), failure.message()).at_all(failure.paths().to_vec());
    let error = match failure.own_content() {
        Some(content) => error.with_content(content.clone()),
        None => error,
    };
    match failure.detail() {
        Some(detail) => error.because(detail),
        None => error,
    }
}

/// The text of typed arguments.
pub(crate) fn arguments<A: ToolArgs>(args: &A) -> String {
    let mut text = Encoder::compact();
    args.encode(&mut text);
    text.finish()
}

/// Runs a call within another: the same agent and root, its own id, the token of the other as its parent, and cancelled with it.
pub(crate) async fn run_nested(cx: &ToolContext, call: ToolCall<'_>) -> Outcome {
    let said = cx.said();
    let number = said.nested.fetch_add(1, Ordering::Relaxed) + 1;
    let call_id = call.id.unwrap_or_else(|| format!("{}:{number}", cx.call_id).into());
    let name = || ToolName::from(Arc::<str>::from(&*call.name));
    let depth = cx.origin.as_ref().map_or(0, |origin| origin.depth) + 1;
    if depth > MAX_DEPTH {
        let message = format!("calls within calls, more than {MAX_DEPTH} deep");
        return crate::pipeline::failed(call_id, name(), ToolError::new(ErrorCode::FAILED, message));
    }
    let agent = cx.agent().cloned();
    let scope = match agent.as_ref().and_then(|agent| agent.scope()) {
        Some(scope) => Some(scope.0.clone()),
        None => cx.view.scope.upgrade(),
    };
    let Some(scope) = scope else {
        // Only a body that was abandoned outlives its registry.
        return crate::pipeline::failed(call_id, name(), ToolError::of(ErrorCode::ABORTED_BEFORE_DISPATCH));
    };
    let progress = call.origin.as_ref().and_then(|origin| origin.progress.clone());
    let origin = Origin { root: Some(root(cx)), parent: Some(cx.token()), agent, progress, depth };
    let signal = Signal::given(cx.signal().child_token());
    let call = ToolCall { id: Some(call_id), origin: Some(Arc::new(origin)), signal, ..call };
    let outcome = Box::pin(crate::pipeline::run(scope.view(), call)).await;
    said.contexts().extend(outcome.contexts().iter().cloned());
    outcome
}

fn root(cx: &ToolContext) -> CallId {
    cx.root_call_id().clone()
}
