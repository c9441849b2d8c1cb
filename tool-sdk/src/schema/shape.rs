//! The shape of a type: its kinds of JSON value and, for an object, its keys, one level deep and constant.
//!
//! A shape never follows the type of a field, so it exists for recursive types too. It is what the overlap of unions is decided on
//! while the program is compiled, and what chooses the branch when a value is read, which therefore never tries two.

use super::table::{Field, Form, Object, Ops};

/// Bits for the kinds of JSON value.
pub mod kinds {
    /// `null`
    pub const NULL: u8 = 1;
    /// `true`, `false`
    pub const BOOLEAN: u8 = 2;
    /// A number without a fraction.
    pub const INTEGER: u8 = 4;
    /// A number with a fraction.
    pub const NUMBER: u8 = 8;
    /// A string.
    pub const STRING: u8 = 16;
    /// An array.
    pub const ARRAY: u8 = 32;
    /// An object.
    pub const OBJECT: u8 = 64;
    /// Every kind.
    pub const ANY: u8 = 127;
}

/// A type seen one level deep.
#[derive(Clone, Copy)]
pub struct Shape {
    pub(crate) kinds: u8,
    pub(crate) literals: &'static [&'static str],
    pub(crate) open: bool,
    keys: Keys,
}

/// Where the keys of a shape are read from.
#[derive(Clone, Copy)]
enum Keys {
    /// Every object may match.
    Unknown,
    Listed(&'static [Key]),
    Table(&'static Object),
}

impl Shape {
    /// Values of these kinds; strings of these literals when there are any.
    pub const fn of(kinds: u8, literals: &'static [&'static str]) -> Self {
        Self { kinds, literals, open: true, keys: Keys::Unknown }
    }

    /// An object with these keys.
    pub const fn object(open: bool, keys: &'static [Key]) -> Self {
        Self { kinds: kinds::OBJECT, literals: &[], open, keys: Keys::Listed(keys) }
    }

    /// The object of this table.
    pub const fn table(table: &'static Object) -> Self {
        Self { kinds: kinds::OBJECT, literals: &[], open: table.open, keys: Keys::Table(table) }
    }

    pub(super) const fn is_keyed(&self) -> bool {
        !matches!(self.keys, Keys::Unknown)
    }

    /// The entry at `index`, nothing past the last.
    pub(super) const fn entry(&self, index: usize) -> Option<Entry> {
        match self.keys {
            Keys::Listed(keys) if index < keys.len() => Some(Entry::Key(keys[index])),
            Keys::Table(table) if index < table.fields.len() => Some(Entry::of(&table.fields[index])),
            _ => None,
        }
    }

    pub(crate) const fn find(&self, name: &str) -> Option<Key> {
        let mut i = 0;
        while let Some(entry) = self.entry(i) {
            match entry {
                Entry::Flatten(inner) => {
                    if let Some(found) = inner.find(name) {
                        return Some(found);
                    }
                }
                Entry::Key(key) => {
                    if equal(key.name, name) {
                        return Some(key);
                    }
                }
                Entry::Rest => {}
            }
            i += 1;
        }
        None
    }
}

/// One key of an object.
#[derive(Clone, Copy)]
pub struct Key {
    pub(crate) name: &'static str,
    pub(crate) required: bool,
    pub(crate) kinds: u8,
    pub(crate) literals: &'static [&'static str],
}

impl Key {
    /// A required key with one of these strings.
    pub const fn literal(name: &'static str, literals: &'static [&'static str]) -> Self {
        Self { name, required: true, kinds: kinds::STRING, literals }
    }
}

/// What stands at one place of an object's table.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    Key(Key),
    Flatten(&'static Shape),
    Rest,
}

impl Entry {
    pub(super) const fn of(field: &'static Field) -> Self {
        let name = field.name;
        match &field.form {
            Form::Flatten(shape) => Self::Flatten(shape),
            Form::Rest => Self::Rest,
            Form::Tag(literal) => Self::Key(Key::literal(name, std::slice::from_ref(literal))),
            Form::Content(_) => Self::Key(Key { name, required: true, kinds: kinds::OBJECT, literals: &[] }),
            Form::Plain => {
                let Ops { kinds, literals, optional, .. } = *field.ops;
                Self::Key(Key { name, required: !optional && field.default.is_none(), kinds, literals })
            }
        }
    }
}

/// How a value to be matched presents one of its keys.
#[derive(Debug)]
pub(crate) struct SeenKey<'a> {
    pub(crate) name: std::borrow::Cow<'a, str>,
    pub(crate) kind: u8,
    /// The string, when it is one.
    pub(crate) text: Option<std::borrow::Cow<'a, str>>,
}

impl Shape {
    /// Whether an object with these keys may be of this shape, looking no deeper.
    pub(crate) fn admits_keys(&self, seen: &[SeenKey<'_>]) -> bool {
        if !self.is_keyed() {
            return true;
        }
        let known = seen.iter().all(|key| match self.find(&key.name) {
            Some(declared) => {
                declared.kinds & key.kind != 0
                    && (declared.literals.is_empty()
                        || key.text.as_ref().is_none_or(|text| declared.literals.contains(&text.as_ref())))
            }
            None => self.open,
        });
        known && self.has_required(seen)
    }

    fn has_required(&self, seen: &[SeenKey<'_>]) -> bool {
        (0..).map_while(|i| self.entry(i)).all(|entry| match entry {
            Entry::Flatten(inner) => inner.has_required(seen),
            Entry::Key(key) => !key.required || seen.iter().any(|s| s.name == key.name),
            Entry::Rest => true,
        })
    }
}

pub(crate) const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
