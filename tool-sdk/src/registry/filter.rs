//! Which of the inherited tools a scope sees (contract R7).

use std::collections::BTreeSet;

/// Lets only the named tools through; what is registered later is hidden too.
#[derive(Clone, Debug)]
pub struct Allow(BTreeSet<String>);

impl Allow {
    /// Only these. An empty list hides every inherited tool.
    pub fn of<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self(names.into_iter().map(Into::into).collect())
    }
}

/// Hides the named tools; what is registered later is let through.
#[derive(Clone, Debug)]
pub struct Deny(BTreeSet<String>);

impl Deny {
    /// All but these. An empty list is refused: it restricts nothing.
    pub fn of<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self(names.into_iter().map(Into::into).collect())
    }
}

/// What [`Scope::restrict`](crate::Scope::restrict) takes: an [`Allow`] or a [`Deny`]. Several restrictions intersect.
#[derive(Clone, Debug)]
pub struct Restriction {
    names: BTreeSet<String>,
    allows: bool,
}

impl From<Allow> for Restriction {
    fn from(Allow(names): Allow) -> Self {
        Self { names, allows: true }
    }
}

impl From<Deny> for Restriction {
    fn from(Deny(names): Deny) -> Self {
        Self { names, allows: false }
    }
}

impl Restriction {
    pub(super) fn admits(&self, name: &str) -> bool {
        self.names.contains(name) == self.allows
    }

    /// Whether it restricts nothing, whatever is registered.
    pub(super) fn is_void(&self) -> bool {
        !self.allows && self.names.is_empty()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}
