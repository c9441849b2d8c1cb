//! Whether a call may run (contract P1).

use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use super::contain;
use crate::approve::Approval;
use crate::call::CallInfo;
use crate::error::{ErrorCode, ToolError};
use crate::outcome::Failure;

/// Decides about a call before it runs. A closure that returns a future of a [`Decision`], or of a `Result` of one, is one.
///
/// It sees the call with valid arguments and can change nothing of it; calls of unknown tools and with invalid arguments never
/// come here (contract P7). All policies are asked in order, those of outer scopes first, until one denies. Decisions only get
/// stricter: no policy can allow what another denies or wants approved. An error or a panic is a failed call.
///
/// ```
/// use tool_sdk::prelude::*;
/// use tool_sdk::{Decision, Effect};
///
/// let registry = Registry::new();
/// registry
///     .on_pre_execute(|call: tool_sdk::PreCall| async move {
///         match call.effect() {
///             Some(Effect::Read) => Decision::allow(),
///             _ => Decision::ask(format!("{} may change something", call.name())),
///         }
///     })
///     .keep();
/// ```
pub trait PreExecute: Send + Sync + 'static {
    /// Decides.
    fn decide(&self, call: PreCall) -> Pin<Box<dyn Future<Output = Result<Decision, ToolError>> + Send + '_>>;
}

impl<F, A> PreExecute for F
where
    F: Fn(PreCall) -> A + Send + Sync + 'static,
    A: Future<Output: IntoDecision> + Send + 'static,
{
    fn decide(&self, call: PreCall) -> Pin<Box<dyn Future<Output = Result<Decision, ToolError>> + Send + '_>> {
        let decided = self(call);
        Box::pin(async move { decided.await.into_decision() })
    }
}

/// What a pre-execute policy may return.
#[diagnostic::on_unimplemented(
    message = "a pre-execute policy cannot decide with `{Self}`",
    label = "neither a `Decision` nor a `Result` of one",
    note = "`Decision::allow()`, `Decision::deny(reason)`, `Decision::ask(reason)`"
)]
pub trait IntoDecision {
    /// The decision.
    ///
    /// # Errors
    /// What kept the policy from deciding.
    fn into_decision(self) -> Result<Decision, ToolError>;
}

impl IntoDecision for Decision {
    fn into_decision(self) -> Result<Decision, ToolError> {
        Ok(self)
    }
}

impl<E: Into<ToolError>> IntoDecision for Result<Decision, E> {
    fn into_decision(self) -> Result<Decision, ToolError> {
        self.map_err(Into::into)
    }
}

/// The call that a pre-execute policy decides about.
#[derive(Clone, Debug)]
pub struct PreCall(pub(super) Arc<CallInfo>);

impl Deref for PreCall {
    type Target = CallInfo;

    fn deref(&self) -> &CallInfo {
        &self.0
    }
}

/// What becomes of a call.
pub struct Decision(pub(super) Choice);

pub(super) enum Choice {
    Allow,
    Deny(String),
    Ask(Question),
}

/// What somebody has to approve.
#[derive(Default)]
pub(super) struct Question {
    pub(super) reasons: Vec<String>,
    pub(super) listeners: Vec<Box<dyn FnOnce(Approval) + Send>>,
}

impl Decision {
    /// It may run, as far as this policy is concerned.
    pub fn allow() -> Self {
        Self(Choice::Allow)
    }

    /// It may not. The model reads the reason.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self(Choice::Deny(reason.into()))
    }

    /// Somebody has to approve it. The person reads the reason; when nobody can be asked, the model does.
    pub fn ask(reason: impl Into<String>) -> Self {
        Self(Choice::Ask(Question { reasons: vec![reason.into()], listeners: Vec::new() }))
    }

    /// Hears the answer, if somebody is asked: how a policy remembers what was allowed.
    #[must_use]
    pub fn on_answer(mut self, hear: impl FnOnce(Approval) + Send + 'static) -> Self {
        if let Choice::Ask(question) = &mut self.0 {
            question.listeners.push(Box::new(hear));
        }
        self
    }
}

impl fmt::Debug for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Choice::Allow => f.write_str("Allow"),
            Choice::Deny(reason) => f.debug_tuple("Deny").field(reason).finish(),
            Choice::Ask(question) => f.debug_tuple("Ask").field(&question.reasons).finish(),
        }
    }
}

/// Asks all policies; gives the question that is left, if some want one.
pub(super) async fn decide(
    policies: &[Arc<dyn PreExecute>],
    call: &Arc<CallInfo>,
) -> Result<Option<Question>, Refusal> {
    let mut left: Option<Question> = None;
    for policy in policies {
        let decided = contain::polled(|| policy.decide(PreCall(call.clone()))).await;
        match decided.map_err(Refusal::Failed)?.map_err(|error| Refusal::Failed(error.into()))?.0 {
            Choice::Allow => {}
            Choice::Deny(reason) => return Err(Refusal::denied(reason)),
            Choice::Ask(question) => {
                let all = left.get_or_insert_default();
                all.reasons.extend(question.reasons);
                all.listeners.extend(question.listeners);
            }
        }
    }
    Ok(left)
}

/// Why a call does not run.
pub(super) enum Refusal {
    /// A decision: post-execute policies see it.
    Denied(Failure),
    /// A policy failed: nothing else is asked.
    Failed(Failure),
}

impl Refusal {
    pub(super) fn denied(reason: String) -> Self {
        Self::of(ErrorCode::DENIED, reason)
    }

    /// A denial with a code of its own; an empty reason is that of the code.
    pub(super) fn of(code: ErrorCode, reason: String) -> Self {
        let error = if reason.is_empty() { ToolError::of(code) } else { ToolError::new(code, reason) };
        Self::Denied(error.into())
    }
}
