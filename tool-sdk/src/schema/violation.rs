//! What is wrong with a value, and where: the one place that words a violation.

use std::fmt;

use serde_json::Value;

/// One thing that is wrong with one place of a value.
///
/// `Display` is what a model reads: `servers[1].host: expected a string, found 5`. At the root there is no path and no colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    path: String,
    message: String,
}

impl Violation {
    /// A violation at `path` (empty at the root), in words that tell what was found and what to send instead.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }

    /// Another kind of value was expected, or another content of the same kind.
    pub fn expected(path: impl Into<String>, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self::new(path, format!("expected {expected}, found {found}"))
    }

    /// A required key is not there.
    pub fn missing(path: impl Into<String>, expected: impl fmt::Display) -> Self {
        Self::new(path, format!("missing, expected {expected}"))
    }

    /// Where: `servers[1].host`, empty at the root.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What was found and what was expected, without the path.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

/// All violations of one value, in the order in which they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// No violation yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds one.
    pub fn push(&mut self, violation: Violation) {
        self.0.push(violation);
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The violations in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.0.iter()
    }

    /// Every path, in order, as the outcome lists them.
    pub fn paths(&self) -> Vec<String> {
        self.0.iter().map(|v| v.path.clone()).filter(|p| !p.is_empty()).collect()
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// How many violations one message tells; a model mends a few at a time, and pays for each word.
const MOST_TOLD: usize = 20;

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.0.iter().take(MOST_TOLD).enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{violation}")?;
        }
        match self.0.len().saturating_sub(MOST_TOLD) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

/// A place in a value while it is walked: a list on the stack that becomes text only when something is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
    depth: usize,
    /// Whether the value was just decoded: then the rules of its fields are kept, and are not looked at again.
    decoded: bool,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl<'a> Path<'a> {
    /// The value itself.
    pub const ROOT: Path<'static> = Path { parent: None, step: Step::Root, depth: 0, decoded: false };

    /// A value that a decoder just made.
    pub(crate) const DECODED: Path<'static> = Path { decoded: true, ..Self::ROOT };

    /// A key of the object here.
    #[must_use]
    pub fn key(&'a self, key: &'a str) -> Path<'a> {
        Path { parent: Some(self), step: Step::Key(key), depth: self.depth + 1, decoded: self.decoded }
    }

    /// An item of the array here.
    #[must_use]
    pub fn index(&'a self, index: usize) -> Path<'a> {
        Path { parent: Some(self), step: Step::Index(index), depth: self.depth + 1, decoded: self.decoded }
    }

    pub(crate) fn is_decoded(&self) -> bool {
        self.decoded
    }

    /// How many steps this is below the root.
    pub fn depth(&self) -> usize {
        self.depth
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut steps = Vec::with_capacity(self.depth);
        let mut at = Some(self);
        while let Some(path) = at {
            steps.push(path.step);
            at = path.parent;
        }
        let mut first = true;
        for step in steps.into_iter().rev() {
            match step {
                Step::Root => {}
                Step::Key(key) if first => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
            first = first && matches!(step, Step::Root);
        }
        Ok(())
    }
}

/// How much of a string that was found is shown again.
const MOST_SHOWN: usize = 60;

/// What was found, in few words: scalars as JSON (long strings cut), containers by their kind.
pub(crate) fn found(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(b) => b.to_string(),
        Value::Number(n) => n.to_string(),
        Value::String(s) => found_text(s),
        Value::Array(items) if items.is_empty() => "an empty array".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(map) if map.is_empty() => "an empty object".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// A string that was found, quoted, cut on a character boundary.
pub(crate) fn found_text(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        None => crate::json::quoted(text),
        Some((end, _)) => format!("{} (cut, {} characters)", crate::json::quoted(&text[..end]), text.chars().count()),
    }
}
