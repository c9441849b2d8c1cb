//! [`Registration`]: what was registered is there until this goes (contract R1).

use std::sync::{Arc, Weak};

use super::Inner;

/// Takes back exactly what it stands for, once: when dropped or disposed. [`keep`](Self::keep) leaves it for the registry's
/// lifetime.
#[must_use = "dropping a registration takes the tool back; call `keep()` to leave it for good"]
#[derive(Debug)]
pub struct Registration {
    registry: Weak<Inner>,
    ids: Vec<u64>,
}

impl Registration {
    pub(super) fn new(registry: &Arc<Inner>, ids: Vec<u64>) -> Self {
        Self { registry: Arc::downgrade(registry), ids }
    }

    /// Leaves it for the registry's lifetime.
    pub fn keep(mut self) {
        self.ids.clear();
    }

    /// Takes it back now. Calls in flight finish on what they started with (contract R4).
    pub fn dispose(self) {
        drop(self);
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let ids = std::mem::take(&mut self.ids);
        if ids.is_empty() {
            return;
        }
        if let Some(registry) = self.registry.upgrade() {
            let removed: Result<(), std::convert::Infallible> = registry.change(|table| {
                table.remove(&ids);
                Ok(())
            });
            let Ok(()) = removed;
        }
    }
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registry").finish_non_exhaustive()
    }
}
