//! Which calls somebody allowed to do more than their confinement (contract X6).

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use tool_sdk::CallToken;

/// The calls that run with an approval now. Cloning it shares them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Approvals(Arc<Mutex<HashSet<CallToken>>>);

impl Approvals {
    pub(crate) fn add(&self, call: CallToken) {
        self.with(|calls| calls.insert(call));
    }

    /// Whether this very call was allowed; a call that is entered again by a layer around it still is.
    pub(crate) fn has(&self, call: CallToken) -> bool {
        self.with(|calls| calls.contains(&call))
    }

    pub(crate) fn end(&self, call: CallToken) {
        self.with(|calls| calls.remove(&call));
    }

    fn with<T>(&self, act: impl FnOnce(&mut HashSet<CallToken>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
