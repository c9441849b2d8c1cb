//! Whether the branches of an untagged union can match the same JSON, decided while the program is compiled.
//!
//! What is compared is the *shape* of a type: its kinds of JSON value and, for an object, its keys with their kinds and literals.
//! A shape never follows the type of a field, so it exists for recursive types too; what one level cannot decide counts as an
//! overlap (decision D49). The same shapes choose the branch when a value is read, which therefore never tries two.

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

    const fn is_keyed(&self) -> bool {
        !matches!(self.keys, Keys::Unknown)
    }

    /// The entry at `index`, nothing past the last.
    const fn entry(&self, index: usize) -> Option<Entry> {
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
enum Entry {
    Key(Key),
    Flatten(&'static Shape),
    Rest,
}

impl Entry {
    const fn of(field: &'static Field) -> Self {
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

/// Both lists name strings and none of them is the same.
const fn differ(a: &[&str], b: &[&str]) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        let mut j = 0;
        while j < b.len() {
            if equal(a[i], b[j]) {
                return false;
            }
            j += 1;
        }
        i += 1;
    }
    true
}

/// A required key of `shape` that no object of `other` has, or has only with another value.
const fn excludes(shape: &Shape, other: &Shape) -> bool {
    let mut i = 0;
    while let Some(entry) = shape.entry(i) {
        let excluded = match entry {
            Entry::Flatten(inner) => excludes(inner, other),
            Entry::Key(key) => key.required && clashes(&key, other),
            Entry::Rest => false,
        };
        if excluded {
            return true;
        }
        i += 1;
    }
    false
}

const fn clashes(key: &Key, other: &Shape) -> bool {
    match other.find(key.name) {
        None => !other.open,
        Some(theirs) => {
            let common = key.kinds & theirs.kinds;
            common == 0 || (common == kinds::STRING && differ(key.literals, theirs.literals))
        }
    }
}

/// Why two shapes may match the same value.
#[derive(Clone, Copy)]
enum Overlap {
    Never,
    Kinds(u8),
    Keys,
}

const fn overlap(a: &Shape, b: &Shape) -> Overlap {
    let mut common = a.kinds & b.kinds;
    if common & kinds::STRING != 0 && differ(a.literals, b.literals) {
        common &= !kinds::STRING;
    }
    if common & kinds::OBJECT != 0 && a.is_keyed() && b.is_keyed() {
        if !(excludes(a, b) || excludes(b, a)) {
            return Overlap::Keys;
        }
        common &= !kinds::OBJECT;
    }
    if common == 0 { Overlap::Never } else { Overlap::Kinds(common) }
}

/// Stops the compilation when the two branches may match one value.
#[track_caller]
pub const fn assert_disjoint(a: &Shape, a_name: &str, b: &Shape, b_name: &str) {
    let start = Message::new().add("branches `").add(a_name).add("` and `").add(b_name).add("` overlap: ");
    match overlap(a, b) {
        Overlap::Never => {}
        Overlap::Keys => start
            .add("an object can fit both; give one a required key that the other lacks, or tell them apart with `tag = \"..\"`")
            .fail(),
        Overlap::Kinds(common) => start
            .add("both admit ")
            .add(kind_name(common))
            .add("; tell them apart with `tag = \"..\"`")
            .fail(),
    }
}

const fn kind_name(kinds: u8) -> &'static str {
    if kinds & kinds::STRING != 0 {
        "a string"
    } else if kinds & kinds::INTEGER != 0 {
        "an integer"
    } else if kinds & kinds::NUMBER != 0 {
        "a number"
    } else if kinds & kinds::BOOLEAN != 0 {
        "a boolean"
    } else if kinds & kinds::NULL != 0 {
        "`null`"
    } else if kinds & kinds::ARRAY != 0 {
        "an array"
    } else {
        "an object"
    }
}

/// Stops the compilation when a type cannot stand for "the value or null".
#[track_caller]
pub(crate) const fn assert_not_null(kinds: u8) {
    assert!(kinds & kinds::NULL == 0, "the inner type admits `null` itself, so nobody could tell whose `null` it is");
}

/// The kinds of several shapes together.
pub const fn kinds_of(shapes: &[&Shape]) -> u8 {
    let mut kinds = 0;
    let mut i = 0;
    while i < shapes.len() {
        kinds |= shapes[i].kinds;
        i += 1;
    }
    kinds
}

/// Stops the compilation when the flattened field is no struct, or shares a key with another field of its object.
#[track_caller]
pub const fn assert_flatten(table: &'static Object, rust_name: &str) {
    let mut i = 0;
    while i < table.fields.len() {
        if let Form::Flatten(shape) = table.fields[i].form
            && equal(table.fields[i].name, rust_name)
            && shape.kinds != 0
        {
            let struct_like = shape.is_keyed() && shape.kinds == kinds::OBJECT;
            if is_variant(table) {
                assert!(struct_like, "a variant under a tag holds a struct; for other types say `content = \"..\"` too");
            } else {
                assert!(struct_like, "only a struct can be flattened: its keys must be known");
            }
            assert_no_common_key(table, i, shape);
        }
        i += 1;
    }
}

/// The flattened field of a variant is the struct that it holds; its author flattened nothing.
const fn is_variant(table: &Object) -> bool {
    !table.fields.is_empty() && matches!(table.fields[0].form, Form::Tag(_))
}

#[track_caller]
const fn assert_no_common_key(table: &'static Object, flattened: usize, shape: &'static Shape) {
    let mut i = 0;
    while i < table.fields.len() {
        if i != flattened {
            match Entry::of(&table.fields[i]) {
                Entry::Key(key) if shape.find(key.name).is_some() && is_variant(table) => {
                    Message::new().add("the struct has a key `").add(key.name).add("`, which is the tag; rename one").fail()
                }
                Entry::Key(key) if shape.find(key.name).is_some() => {
                    Message::new().add("the flattened struct has a key `").add(key.name).add("` too; rename one").fail()
                }
                Entry::Flatten(other) if i < flattened => assert_no_shared(shape, other),
                _ => {}
            }
        }
        i += 1;
    }
}

#[track_caller]
const fn assert_no_shared(a: &Shape, b: &Shape) {
    let mut i = 0;
    while let Some(entry) = a.entry(i) {
        match entry {
            Entry::Key(key) if b.find(key.name).is_some() => {
                Message::new().add("two flattened structs have a key `").add(key.name).add("`; rename one").fail()
            }
            Entry::Flatten(inner) => assert_no_shared(inner, b),
            _ => {}
        }
        i += 1;
    }
}

/// Which kinds of value a rule speaks of, by the word of the attribute.
const fn rule_kinds(rule: &str) -> (u8, &'static str) {
    const SIZES: [&str; 1] = ["non_empty"];
    const ARRAYS: [&str; 3] = ["min_items", "max_items", "unique_items"];
    const NUMBERS: [&str; 5] = ["min", "max", "exclusive_min", "exclusive_max", "multiple_of"];
    if contains(&NUMBERS, rule) {
        (kinds::INTEGER | kinds::NUMBER, "numbers")
    } else if contains(&ARRAYS, rule) {
        (kinds::ARRAY, "arrays")
    } else if contains(&SIZES, rule) {
        (kinds::STRING | kinds::ARRAY, "strings and arrays")
    } else {
        (kinds::STRING, "strings")
    }
}

const fn contains(words: &[&str], word: &str) -> bool {
    let mut i = 0;
    while i < words.len() {
        if equal(words[i], word) {
            return true;
        }
        i += 1;
    }
    false
}

/// Stops the compilation when a rule stands on a type that it says nothing about.
#[track_caller]
pub const fn assert_rule(field: &Field, rule: &str) {
    let (wanted, noun) = rule_kinds(rule);
    // An option has the kinds of its inner type and `null`. No kinds at all: the type has an error of its own.
    let own = field.ops.kinds & !kinds::NULL;
    if field.ops.kinds != 0 && (own == 0 || own & !wanted != 0) {
        Message::new().add("`").add(rule).add("` applies to ").add(noun).fail();
    }
}

/// Stops the compilation when a field for all other keys is no map.
#[track_caller]
pub const fn assert_rest(field: &Field) {
    let kinds = field.ops.kinds;
    assert!(kinds == kinds::OBJECT || kinds == 0, "`rest` applies to a map with `String` keys");
}

/// Stops the compilation when a bound with a fraction stands on an integer.
#[track_caller]
pub const fn assert_integral(field: &Field, rule: &str) {
    let own = field.ops.kinds & !kinds::NULL;
    if own == kinds::INTEGER {
        Message::new().add("`").add(rule).add("` of an integer is an integer").fail();
    }
}

/// Stops the compilation when the last of these tools of a set has the name of an earlier one. Each is given by its type, as
/// written, and its name.
#[track_caller]
pub const fn assert_unique_names(tools: &[(&str, &str)], last: usize) {
    let (written, name) = tools[last];
    let mut i = 0;
    while i < last {
        if equal(tools[i].1, name) {
            if equal(tools[i].0, written) {
                Message::new().add("`").add(written).add("` stands twice; leave one out").fail();
            }
            let both = Message::new().add("`").add(tools[i].0).add("` and `").add(written);
            both.add("` are both named `").add(name).add("`; rename one").fail();
        }
        i += 1;
    }
}

/// A message that is put together in a constant.
#[derive(Clone, Copy)]
struct Message {
    bytes: [u8; 320],
    len: usize,
}

impl Message {
    const fn new() -> Self {
        Self { bytes: [0; 320], len: 0 }
    }

    const fn add(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    #[track_caller]
    const fn fail(&self) -> ! {
        let (text, _) = self.bytes.split_at(self.len);
        match std::str::from_utf8(text) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("the message is cut inside a character"),
        }
    }
}
