//! [`Variables`]: what sections may name in double braces.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Named values for `{{name}}` in [sections](super::Section). A name is a letter or `_`, then letters, digits and `_ . -`, all
/// ASCII.
///
/// Cloning shares them. A host that keeps its variables from turn to turn, or makes equal ones, gets the prompt of the turn before.
///
/// ```
/// use tool_sdk::prompt::Variables;
///
/// let variables = Variables::new().set("cwd", "/srv/project").unset("branch");
/// # let _ = variables;
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables(Arc<BTreeMap<Box<str>, Option<Box<str>>>>);

impl Variables {
    /// No variable yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// One more, or another value of one that is there.
    #[must_use]
    pub fn set(self, name: impl Into<Box<str>>, value: impl Into<Box<str>>) -> Self {
        self.put(name.into(), Some(value.into()))
    }

    /// One that there is, but that has no value now. A section that names it is an error, which says so.
    #[must_use]
    pub fn unset(self, name: impl Into<Box<str>>) -> Self {
        self.put(name.into(), None)
    }

    fn put(mut self, name: Box<str>, value: Option<Box<str>>) -> Self {
        Arc::make_mut(&mut self.0).insert(name, value);
        self
    }

    /// Nothing if there is no such name; nothing inside if it has no value.
    pub(super) fn find(&self, name: &str) -> Option<Option<&str>> {
        self.0.get(name).map(Option::as_deref)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(|name| &**name)
    }
}

/// Whether a section could name it.
pub(super) fn is_name(name: &str) -> bool {
    let first = |b: u8| b.is_ascii_alphabetic() || b == b'_';
    let rest = |b: u8| first(b) || b.is_ascii_digit() || matches!(b, b'.' | b'-');
    name.bytes().next().is_some_and(first) && name.bytes().all(rest)
}
