//! What the macros cannot see without types, and the compiler can: assertions on the tables, in constants, with words of ours.

use super::shape::{Entry, Shape, equal, kinds};
use super::table::{Field, Form, Object};

/// Stops the compilation when a type cannot stand for "the value or null".
#[track_caller]
pub(crate) const fn assert_not_null(kinds: u8) {
    assert!(kinds & kinds::NULL == 0, "the inner type admits `null` itself, so nobody could tell whose `null` it is");
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
                assert!(
                    struct_like,
                    "a variant under a tag holds a struct; for other types say `content = \"..\"` too"
                );
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
                Entry::Key(key) if shape.find(key.name).is_some() && is_variant(table) => Message::new()
                    .add("the struct has a key `")
                    .add(key.name)
                    .add("`, which is the tag; rename one")
                    .fail(),
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
pub(super) struct Message {
    bytes: [u8; 320],
    len: usize,
}

impl Message {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; 320], len: 0 }
    }

    pub(super) const fn add(mut self, text: &str) -> Self {
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
    pub(super) const fn fail(&self) -> ! {
        let (text, _) = self.bytes.split_at(self.len);
        match std::str::from_utf8(text) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("the message is cut inside a character"),
        }
    }
}
