//! The static tables that a derive emits: what the typed decoder, encoder and check run on.
//!
//! A fully constant tree of schemas cannot recurse, and generic types have no statics. So each type has one shallow table whose
//! links are [`Ops`]: function pointers behind which the next table is. Everything here is built by `const fn`, so that an
//! expansion stays as short as a person would write it.

use std::any::{Any, TypeId};

use super::model::Width;
use super::rule::Rule;
use super::shape::Shape;
use super::tool_value::ToolValue;
use super::violation::{Path, Violations};
use crate::json::{Encoder, Fail, Reader};

/// What the JSON of one type looks like, one level deep.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Node {
    /// `null`
    Null,
    /// A boolean.
    Boolean,
    /// An integer within the ends of its type.
    Integer(Width),
    /// Any number; `single` when it has to fit an `f32`.
    Number {
        /// Whether the type is `f32`.
        single: bool,
    },
    /// A string under the rules of its type.
    String(&'static [Rule]),
    /// Any JSON.
    Any,
    /// An array of equal items.
    Array {
        /// The type of the items.
        items: &'static Ops,
        /// Rules of the type: the count of `[T; N]`, the uniqueness of a set.
        rules: &'static [Rule],
    },
    /// An object whose keys are free and whose values are equal in type.
    Map(&'static Ops),
    /// The inner value or `null`.
    Nullable(&'static Ops),
    /// One of some strings.
    Enum(Enum),
    /// Exactly one of some branches.
    Union(Union),
    /// An object with declared keys.
    Object(Object),
    /// Another type under a name and rules of its own.
    Newtype(Newtype),
}

/// The functions of one type, behind pointers, so that tables need no generics. Values travel as `dyn Any`: the slot of a field
/// is an `Option<T>`, its part a `T`.
pub struct Ops {
    pub(crate) kinds: u8,
    pub(crate) literals: &'static [&'static str],
    pub(crate) optional: bool,
    pub(crate) node: fn() -> &'static Node,
    pub(crate) field_node: fn() -> &'static Node,
    pub(crate) identity: fn() -> TypeId,
    pub(crate) field_identity: fn() -> TypeId,
    pub(crate) put: fn(&mut dyn Any, &mut Reader<'_>, &[Rule]) -> Result<(), Fail>,
    /// Absent for what is never absent.
    pub(crate) put_absent: Option<fn(&mut dyn Any)>,
    pub(crate) encode: fn(&dyn Any, &mut Encoder),
    /// Absent for what is never absent.
    pub(crate) is_absent: Option<fn(&dyn Any) -> bool>,
    /// Absent for what nothing can be wrong with.
    pub(crate) check: Option<fn(&dyn Any, &Path<'_>, &mut Violations)>,
    pub(crate) keeps: fn(&dyn Any, &[Rule]) -> bool,
}

/// A slot or part of another type than its table says: an expansion that is not ours.
#[cold]
#[inline(never)]
fn mismatch() -> ! {
    panic!("a table and its slots differ in type; expansions of other versions of the macros are mixed")
}

#[inline]
fn part<T: 'static>(part: &dyn Any) -> &T {
    match part.downcast_ref() {
        Some(part) => part,
        None => mismatch(),
    }
}

#[inline]
fn slot<T: 'static>(slot: &mut dyn Any) -> &mut Option<T> {
    match slot.downcast_mut() {
        Some(slot) => slot,
        None => mismatch(),
    }
}

// Named functions, and none where the type needs none: with a hundred tools these are most of what the compiler generates.

fn put<T: ToolValue>(s: &mut dyn Any, reader: &mut Reader<'_>, rules: &[Rule]) -> Result<(), Fail> {
    let value = slot::<T>(s).insert(T::decode_field(reader)?);
    if rules.is_empty() || value.keeps(rules) { Ok(()) } else { Err(Fail) }
}

fn put_absent<T: ToolValue>(s: &mut dyn Any) {
    *slot::<T>(s) = T::absent();
}

fn encode<T: ToolValue>(p: &dyn Any, out: &mut Encoder) {
    part::<T>(p).encode_field(out);
}

fn is_absent<T: ToolValue>(p: &dyn Any) -> bool {
    part::<T>(p).is_absent()
}

fn check<T: ToolValue>(p: &dyn Any, at: &Path<'_>, out: &mut Violations) {
    part::<T>(p).check(at, out);
}

fn keeps<T: ToolValue>(p: &dyn Any, rules: &[Rule]) -> bool {
    part::<T>(p).keeps(rules)
}

/// The functions of `T`.
pub const fn ops<T: ToolValue>() -> &'static Ops {
    const {
        &Ops {
            kinds: T::KINDS,
            literals: T::LITERALS,
            optional: T::OPTIONAL,
            node: T::node,
            field_node: T::field_node,
            identity: T::identity,
            field_identity: T::field_identity,
            put: put::<T>,
            put_absent: if T::OPTIONAL { Some(put_absent::<T>) } else { None },
            encode: encode::<T>,
            is_absent: if T::OPTIONAL { Some(is_absent::<T>) } else { None },
            check: if T::INERT { None } else { Some(check::<T>) },
            keeps: keeps::<T>,
        }
    }
}

/// The table of an object.
#[derive(Clone, Copy)]
pub struct Object {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) open: bool,
    pub(crate) fields: &'static [Field],
    pub(crate) watch: Watch,
}

/// What the check of a value has to look at, known before there is a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Watch {
    /// Nothing: the types alone say that the value is right.
    Nothing,
    /// Rules of fields, which decoding has looked at already.
    Rules,
    /// Parts with a check of their own, or items that must differ.
    Parts,
}

impl Object {
    /// A closed object with these fields, in wire order.
    pub const fn new(name: &'static str, description: &'static str, fields: &'static [Field]) -> Self {
        let mut watch = Watch::Nothing;
        let mut i = 0;
        while i < fields.len() {
            if fields[i].unique || fields[i].ops.check.is_some() {
                watch = Watch::Parts;
                break;
            }
            if !fields[i].rules.is_empty() {
                watch = Watch::Rules;
            }
            i += 1;
        }
        Self { name, description, open: false, fields, watch }
    }

    /// Other keys are accepted.
    #[must_use]
    pub const fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// The field of this name: the key, or the Rust name of a flattened field.
    ///
    /// # Panics
    /// When there is none; expansions ask for fields of their own.
    #[track_caller]
    pub const fn field(&'static self, name: &str) -> &'static Field {
        let mut i = 0;
        while i < self.fields.len() {
            if super::shape::equal(self.fields[i].name, name) {
                return &self.fields[i];
            }
            i += 1;
        }
        panic!("no such field")
    }
}

/// What a field is to its object.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// A key with a value.
    Plain,
    /// The key that tells a variant: always this literal.
    Tag(&'static str),
    /// The content of an adjacently tagged struct variant, with the node of that content.
    Content(fn() -> &'static Node),
    /// A struct whose keys stand among ours.
    Flatten(&'static Shape),
    /// Every key that nothing else declares.
    Rest,
}

/// One field of an object.
#[derive(Clone, Copy)]
pub struct Field {
    pub(crate) name: &'static str,
    /// The key as it is written: quotes and colon put on.
    pub(crate) key: &'static str,
    pub(crate) description: &'static str,
    pub(crate) form: Form,
    pub(crate) ops: &'static Ops,
    pub(crate) default: Option<fn(&mut Encoder)>,
    pub(crate) rules: &'static [Rule],
    /// Whether one of the rules asks for items that differ, which needs more than a look at the value.
    pub(crate) unique: bool,
    pub(crate) aliases: &'static [&'static str],
    /// JSON texts.
    pub(crate) examples: &'static [&'static str],
}

impl Field {
    /// A key with a value.
    pub const fn new(name: &'static str, key: &'static str, description: &'static str, ops: &'static Ops) -> Self {
        Self {
            name,
            key,
            description,
            form: Form::Plain,
            ops,
            default: None,
            rules: &[],
            unique: false,
            aliases: &[],
            examples: &[],
        }
    }

    /// The tag of a variant.
    pub const fn tag(name: &'static str, key: &'static str, literal: &'static str) -> Self {
        Self { form: Form::Tag(literal), ..Self::new(name, key, "", ops::<()>()) }
    }

    /// The content of an adjacently tagged struct variant.
    pub const fn content(name: &'static str, key: &'static str, node: fn() -> &'static Node) -> Self {
        Self { form: Form::Content(node), ..Self::new(name, key, "", ops::<()>()) }
    }

    /// A struct of this shape, whose keys stand among those of the object; `name` is that of the Rust field.
    pub const fn flatten(name: &'static str, ops: &'static Ops, shape: &'static Shape) -> Self {
        Self { form: Form::Flatten(shape), ..Self::new(name, "", "", ops) }
    }

    /// Every key that nothing else declares; `name` is that of the Rust field.
    pub const fn rest(name: &'static str, ops: &'static Ops) -> Self {
        Self { form: Form::Rest, ..Self::new(name, "", "", ops) }
    }

    /// Constraints beside the type.
    #[must_use]
    pub const fn rules(mut self, rules: &'static [Rule]) -> Self {
        self.rules = rules;
        let mut i = 0;
        while i < rules.len() {
            self.unique |= matches!(rules[i], Rule::UniqueItems);
            i += 1;
        }
        self
    }

    /// Writes the value that stands for an absent key.
    #[must_use]
    pub const fn default(mut self, write: fn(&mut Encoder)) -> Self {
        self.default = Some(write);
        self
    }

    /// Other names that repair accepts.
    #[must_use]
    pub const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Examples, as JSON texts.
    #[must_use]
    pub const fn examples(mut self, examples: &'static [&'static str]) -> Self {
        self.examples = examples;
        self
    }
}

impl Field {
    /// Whether the field takes keys that have names of their own.
    pub(crate) fn gathers(&self) -> bool {
        matches!(self.form, Form::Flatten(_) | Form::Rest)
    }
}

/// The table of an enum of unit variants.
#[derive(Clone, Copy)]
pub struct Enum {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) variants: &'static [Variant],
}

impl Enum {
    /// One of these strings.
    pub const fn new(name: &'static str, description: &'static str, variants: &'static [Variant]) -> Self {
        Self { name, description, variants }
    }
}

/// One string of an enum.
#[derive(Clone, Copy)]
pub struct Variant {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
}

impl Variant {
    /// The string and what it means.
    pub const fn new(name: &'static str, description: &'static str) -> Self {
        Self { name, description }
    }
}

/// The table of a union.
#[derive(Clone, Copy)]
pub struct Union {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) tag: Option<&'static str>,
    pub(crate) branches: &'static [Branch],
}

impl Union {
    /// Branches that a key tells apart.
    pub const fn tagged(
        name: &'static str,
        description: &'static str,
        tag: &'static str,
        branches: &'static [Branch],
    ) -> Self {
        Self { name, description, tag: Some(tag), branches }
    }

    /// Branches that their shapes tell apart.
    pub const fn untagged(name: &'static str, description: &'static str, branches: &'static [Branch]) -> Self {
        Self { name, description, tag: None, branches }
    }
}

/// One branch of a union.
#[derive(Clone, Copy)]
pub struct Branch {
    pub(crate) description: &'static str,
    pub(crate) link: Link,
}

/// Where the node of a branch is.
#[derive(Clone, Copy)]
pub(crate) enum Link {
    /// Behind a function.
    Node(fn() -> &'static Node),
    /// Behind a type of its own, which may be recursive.
    Ops(&'static Ops),
}

impl Branch {
    /// A branch whose node is only here.
    pub const fn new(description: &'static str, node: fn() -> &'static Node) -> Self {
        Self { description, link: Link::Node(node) }
    }

    /// A branch that is another type.
    pub const fn of(description: &'static str, ops: &'static Ops) -> Self {
        Self { description, link: Link::Ops(ops) }
    }
}

/// The table of a newtype: its one field carries the rules.
#[derive(Clone, Copy)]
pub struct Newtype {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) inner: Field,
}

impl Newtype {
    /// A name for the inner type.
    pub const fn new(name: &'static str, description: &'static str, inner: Field) -> Self {
        Self { name, description, inner }
    }

    /// The one field.
    pub const fn field(&'static self) -> &'static Field {
        &self.inner
    }
}
