//! Whether the branches of an untagged union can match the same JSON, decided while the program is compiled. What one level of
//! their shapes cannot decide counts as an overlap (decision D49).

use super::asserts::Message;
use super::shape::{Entry, Key, Shape, equal, kinds};

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
