//! Who hears of calls (contract E6): nothing that an observer does changes an outcome.

use std::sync::Arc;

use super::contain::contained;
use crate::call::CallInfo;
use crate::outcome::Outcome;

/// Hears of calls. It is called in the order of the calls' stages, on the thread that runs the call, and should be quick; one that
/// panics stops nobody.
pub trait Observer: Send + Sync + 'static {
    /// A call came in. Its arguments may be invalid, and its tool may not be there.
    fn on_call(&self, call: &CallInfo) {
        let _ = call;
    }

    /// The body is about to be entered: from here on effects are possible. A retry enters it again.
    fn on_start(&self, call: &CallInfo) {
        let _ = call;
    }

    /// The body still runs although its signal fired some time ago (see
    /// [`RegistryOptions::watchdog`](crate::RegistryOptions)): it ignores the signal, or it hangs.
    fn on_stuck(&self, call: &CallInfo) {
        let _ = call;
    }

    /// The call has its one outcome.
    fn on_result(&self, call: &CallInfo, outcome: &Outcome) {
        let _ = (call, outcome);
    }
}

/// Hears every outcome: a closure over the call and the outcome.
///
/// ```
/// use tool_sdk::prelude::*;
/// use tool_sdk::CallInfo;
///
/// let registry = Registry::new();
/// registry.on_result(|call: &CallInfo, outcome: &Outcome| println!("{} {}", call.name(), outcome.is_ok())).keep();
/// ```
pub trait OnResult: Send + Sync + 'static {
    /// The call has its one outcome.
    fn hear(&self, call: &CallInfo, outcome: &Outcome);
}

impl<F: Fn(&CallInfo, &Outcome) + Send + Sync + 'static> OnResult for F {
    fn hear(&self, call: &CallInfo, outcome: &Outcome) {
        self(call, outcome);
    }
}

/// An observer that hears of results alone.
pub(crate) struct ResultObserver<F>(pub(crate) F);

impl<F: OnResult> Observer for ResultObserver<F> {
    fn on_result(&self, call: &CallInfo, outcome: &Outcome) {
        self.0.hear(call, outcome);
    }
}

/// Tells all of them; one that panics is left behind, with a word in the trace.
pub(super) fn tell(observers: &[Arc<dyn Observer>], tell: impl Fn(&dyn Observer)) {
    for observer in observers {
        if let Err(failure) = contained(|| tell(&**observer)) {
            tracing::warn!(detail = failure.detail(), "an observer of calls panicked");
        }
    }
}
