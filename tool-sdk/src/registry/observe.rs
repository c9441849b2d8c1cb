//! Who hears of changes (contract R8).

use std::fmt;

/// One change of what a scope holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub(crate) scope: String,
    pub(crate) kind: ChangeKind,
    pub(crate) names: Vec<String>,
}

impl Change {
    /// The scope in which it happened; empty for the registry itself.
    pub fn scope(&self) -> &str {
        &self.scope
    }

    /// What happened.
    pub fn kind(&self) -> ChangeKind {
        self.kind
    }

    /// The names that it is about: of tools, prompt sections, restricted tools; nothing for policies.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// What happened in a [`Change`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeKind {
    /// Something was registered.
    Added,
    /// Something was taken back.
    Removed,
}

/// What a change observer may return: nothing, or a `Result` whose error rolls a registration back.
pub trait ChangeAnswer {
    /// The objection, if there is one.
    #[doc(hidden)]
    fn objection(self) -> Option<String>;
}

impl ChangeAnswer for () {
    fn objection(self) -> Option<String> {
        None
    }
}

impl<E: fmt::Display> ChangeAnswer for Result<(), E> {
    fn objection(self) -> Option<String> {
        self.err().map(|error| error.to_string())
    }
}

pub(crate) trait ChangeObserver: Send + Sync {
    fn changed(&self, change: &Change) -> Option<String>;
}

impl<F, A> ChangeObserver for F
where
    F: Fn(&Change) -> A + Send + Sync,
    A: ChangeAnswer,
{
    fn changed(&self, change: &Change) -> Option<String> {
        self(change).objection()
    }
}
