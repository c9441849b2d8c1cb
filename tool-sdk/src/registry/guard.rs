//! [`Registration`]: what was registered is there until this goes (contract R1).

use std::fmt;

/// Takes back exactly what it stands for, once: when dropped or disposed. [`keep`](Self::keep) leaves it for the lifetime of the
/// scope in which it was registered.
#[must_use = "dropping a registration takes back what was registered; call `keep()` to leave it for good"]
pub struct Registration(Option<Box<dyn FnOnce() + Send + Sync>>);

impl Registration {
    pub(crate) fn new(undo: impl FnOnce() + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(undo)))
    }

    /// Leaves it for good.
    pub fn keep(mut self) {
        self.0 = None;
    }

    /// Takes it back now. Calls in flight finish on what they started with (contract R4).
    pub fn dispose(self) {
        drop(self);
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        if let Some(undo) = self.0.take() {
            undo();
        }
    }
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registration").finish_non_exhaustive()
    }
}
