//! Denials that nothing can lift (contract P3).

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::contain::contained;
use super::pre_execute::Refusal;
use crate::call::CallInfo;

/// Denies calls for good. A closure that returns a reason, or nothing, is one.
///
/// Guards run after every pre-execute policy and approval, those of outer scopes first; the first reason denies, and nothing
/// later can allow the call again. A panic is a failed call.
///
/// ```
/// use tool_sdk::prelude::*;
/// use tool_sdk::GuardCall;
///
/// let registry = Registry::new();
/// registry.guard(|call: &GuardCall| call.name().starts_with("rm").then(|| "not here".into())).keep();
/// ```
pub trait Guard: Send + Sync + 'static {
    /// Why the call is denied; nothing when it is not.
    fn denies(&self, call: &GuardCall) -> Option<String>;
}

impl<F> Guard for F
where
    F: Fn(&GuardCall) -> Option<String> + Send + Sync + 'static,
{
    fn denies(&self, call: &GuardCall) -> Option<String> {
        self(call)
    }
}

/// The call that a guard looks at.
pub struct GuardCall(Arc<CallInfo>);

impl Deref for GuardCall {
    type Target = CallInfo;

    fn deref(&self) -> &CallInfo {
        &self.0
    }
}

impl fmt::Debug for GuardCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Runs the guards up to the first that denies.
pub(super) fn pass(guards: &[Arc<dyn Guard>], call: &Arc<CallInfo>) -> Result<(), Refusal> {
    let call = GuardCall(call.clone());
    for guard in guards {
        if let Some(reason) = contained(|| guard.denies(&call)).map_err(Refusal::Failed)? {
            return Err(Refusal::denied(reason));
        }
    }
    Ok(())
}
