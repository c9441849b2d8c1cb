//! [`ToolValue`] for the types of the standard library and of serde_json.

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::check::too_deep;
use super::model::Width;
use super::overlap::{Shape, assert_not_null, kinds};
use super::rule::{Measure, Num, Rule};
use super::table::{Node, ops};
use super::tool_value::ToolValue;
use super::violation::{Path, Violation, Violations};
use crate::content::Content;
use crate::json::{Encoder, Fail, Peek, Reader};

macro_rules! integers {
    ($($type:ident by $write:ident as $wide:ty),* $(,)?) => { $(
        impl ToolValue for $type {
            const KINDS: u8 = kinds::INTEGER;
            const INERT: bool = true;

            fn node() -> &'static Node {
                const {
                    &Node::Integer(Width {
                        min: $type::MIN as i128,
                        max: $type::MAX as i128,
                        name: stringify!($type),
                    })
                }
            }

            #[inline]
            fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                let small = match reader.plain_integer() {
                    Some((false, value)) => Self::try_from(value).ok(),
                    Some((true, value)) => 0_i64.checked_sub_unsigned(value).and_then(|n| Self::try_from(n).ok()),
                    None => Self::try_from(reader.general_integer()?).ok(),
                };
                small.ok_or(Fail)
            }

            #[inline]
            fn encode(&self, out: &mut Encoder) {
                out.$write(*self as $wide);
            }

            fn measure(&self) -> Measure<'_> {
                Measure::Number(Num::Int(*self as i128))
            }
        }
    )* };
}

integers! {
    i8 by signed as i64, i16 by signed as i64, i32 by signed as i64, i64 by signed as i64, isize by signed as i64,
    u8 by unsigned as u64, u16 by unsigned as u64, u32 by unsigned as u64, u64 by unsigned as u64, usize by unsigned as u64,
}

macro_rules! floats {
    ($($type:ident by $write:ident, $single:literal);* $(;)?) => { $(
        impl ToolValue for $type {
            const KINDS: u8 = kinds::INTEGER | kinds::NUMBER;

            fn node() -> &'static Node {
                const { &Node::Number { single: $single } }
            }

            fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                let number = reader.number()?.as_f64() as Self;
                if number.is_finite() { Ok(number) } else { Err(Fail) }
            }

            fn encode(&self, out: &mut Encoder) {
                out.$write(*self);
            }

            fn check(&self, at: &Path<'_>, out: &mut Violations) {
                if !self.is_finite() {
                    out.push(Violation::expected(at.to_string(), "a finite number", self));
                } else if *self == 0.0 && self.is_sign_negative() {
                    out.push(Violation::expected(at.to_string(), "a number that JSON keeps", "negative zero"));
                }
            }

            fn measure(&self) -> Measure<'_> {
                Measure::Number(Num::normal(f64::from(*self)))
            }
        }
    )* };
}

floats! {
    f64 by number, false;
    f32 by single, true;
}

impl ToolValue for bool {
    const KINDS: u8 = kinds::BOOLEAN;
    const INERT: bool = true;

    fn node() -> &'static Node {
        const { &Node::Boolean }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        reader.boolean()
    }

    fn encode(&self, out: &mut Encoder) {
        out.boolean(*self);
    }
}

impl ToolValue for () {
    const KINDS: u8 = kinds::NULL;
    const INERT: bool = true;

    fn node() -> &'static Node {
        const { &Node::Null }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        reader.null()
    }

    fn encode(&self, out: &mut Encoder) {
        out.null();
    }
}

macro_rules! strings {
    ($($type:ty),* $(,)?) => { $(
        impl ToolValue for $type {
            const KINDS: u8 = kinds::STRING;
            const INERT: bool = true;

            fn node() -> &'static Node {
                const { &Node::String(&[]) }
            }

            #[inline]
            fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                Ok(Self::from(reader.string()?.into_owned()))
            }

            #[inline]
            fn encode(&self, out: &mut Encoder) {
                out.string(self);
            }

            fn measure(&self) -> Measure<'_> {
                Measure::Text(self)
            }

            fn write_text(&self, out: &mut String) {
                out.push_str(self);
            }

            fn render(&self) -> Content {
                Content::text(String::from(&**self))
            }
        }
    )* };
}

strings!(String, Box<str>, Arc<str>, Cow<'static, str>);

impl ToolValue for char {
    const KINDS: u8 = kinds::STRING;
    const INERT: bool = true;

    fn node() -> &'static Node {
        const { &Node::String(&[Rule::MinLength(1), Rule::MaxLength(1)]) }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        let text = reader.string()?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(c),
            _ => Err(Fail),
        }
    }

    fn encode(&self, out: &mut Encoder) {
        out.string(self.encode_utf8(&mut [0; 4]));
    }

    fn write_text(&self, out: &mut String) {
        out.push(*self);
    }
}

impl ToolValue for PathBuf {
    const KINDS: u8 = kinds::STRING;

    fn node() -> &'static Node {
        const { &Node::String(&[]) }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        Ok(Self::from(reader.string()?.into_owned()))
    }

    fn encode(&self, out: &mut Encoder) {
        out.string(&self.to_string_lossy());
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        if self.to_str().is_none() {
            out.push(Violation::expected(at.to_string(), "a path of Unicode text", format_args!("{self:?}")));
        }
    }

    fn measure(&self) -> Measure<'_> {
        self.to_str().map_or(Measure::Nothing, Measure::Text)
    }

    fn write_text(&self, out: &mut String) {
        out.push_str(&self.to_string_lossy());
    }
}

impl<T: ToolValue> ToolValue for Option<T> {
    const KINDS: u8 = T::KINDS | kinds::NULL;
    const LITERALS: &'static [&'static str] = T::LITERALS;
    const OPTIONAL: bool = true;
    const INERT: bool = T::INERT;

    fn node() -> &'static Node {
        const { &Node::Nullable(ops::<T>()) }
    }

    fn field_node() -> &'static Node {
        T::node()
    }

    fn field_identity() -> TypeId {
        T::identity()
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        const { assert_not_null(T::KINDS) }
        if reader.eat_null() { Ok(None) } else { T::decode(reader).map(Some) }
    }

    #[inline]
    fn decode_field(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        T::decode(reader).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn encode(&self, out: &mut Encoder) {
        match self {
            Some(value) => value.encode(out),
            None => out.null(),
        }
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        if let Some(value) = self {
            value.check(at, out);
        }
    }

    fn measure(&self) -> Measure<'_> {
        self.as_ref().map_or(Measure::Nothing, T::measure)
    }

    fn write_text(&self, out: &mut String) {
        if let Some(value) = self {
            value.write_text(out);
        }
    }

    fn render(&self) -> Content {
        self.as_ref().map_or_else(|| Content::text("null"), T::render)
    }

    fn dispose(self) {
        if let Some(value) = self {
            value.dispose();
        }
    }
}

/// A value that is always there but may be `null` (decision D28).
///
/// As a field it is required, and its schema is `oneOf` the inner type and `null`; an [`Option`] is a key that may be absent.
///
/// ```
/// use tool_sdk::Nullable;
///
/// let exit_code: Nullable<i32> = None.into();
/// assert_eq!(exit_code.as_option(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nullable<T>(Option<T>);

impl<T> Nullable<T> {
    /// `null`
    pub const NULL: Self = Self(None);

    /// A value that is not `null`.
    pub const fn new(value: T) -> Self {
        Self(Some(value))
    }

    /// The value, if it is not `null`.
    pub const fn as_option(&self) -> Option<&T> {
        self.0.as_ref()
    }

    /// The value by itself, if it is not `null`.
    pub fn into_option(self) -> Option<T> {
        self.0
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        Self(value)
    }
}

impl<T> From<Nullable<T>> for Option<T> {
    fn from(value: Nullable<T>) -> Self {
        value.0
    }
}

impl<T: ToolValue> ToolValue for Nullable<T> {
    const KINDS: u8 = T::KINDS | kinds::NULL;
    const LITERALS: &'static [&'static str] = T::LITERALS;
    const INERT: bool = T::INERT;

    fn node() -> &'static Node {
        const { &Node::Nullable(ops::<T>()) }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        Option::<T>::decode(reader).map(Self)
    }

    fn encode(&self, out: &mut Encoder) {
        self.0.encode(out);
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        self.0.check(at, out);
    }

    fn measure(&self) -> Measure<'_> {
        self.0.measure()
    }

    fn write_text(&self, out: &mut String) {
        match &self.0 {
            Some(value) => value.write_text(out),
            None => out.push_str("null"),
        }
    }
}

macro_rules! pointers {
    ($($pointer:ident),*) => { $(
        impl<T: ToolValue> ToolValue for $pointer<T> {
            const KINDS: u8 = T::KINDS;
            const LITERALS: &'static [&'static str] = T::LITERALS;
            const SHAPE: Shape = T::SHAPE;
            const OPTIONAL: bool = T::OPTIONAL;
            const INERT: bool = T::INERT;

            fn node() -> &'static Node {
                T::node()
            }

            fn field_node() -> &'static Node {
                T::field_node()
            }

            fn identity() -> TypeId {
                T::identity()
            }

            fn field_identity() -> TypeId {
                T::field_identity()
            }

            fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                T::decode(reader).map(Self::new)
            }

            fn decode_field(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                T::decode_field(reader).map(Self::new)
            }

            fn absent() -> Option<Self> {
                T::absent().map(Self::new)
            }

            fn is_absent(&self) -> bool {
                (**self).is_absent()
            }

            fn encode(&self, out: &mut Encoder) {
                (**self).encode(out);
            }

            fn check(&self, at: &Path<'_>, out: &mut Violations) {
                (**self).check(at, out);
            }

            fn measure(&self) -> Measure<'_> {
                (**self).measure()
            }

            fn write_text(&self, out: &mut String) {
                (**self).write_text(out);
            }

            fn render(&self) -> Content {
                (**self).render()
            }
        }
    )* };
}

pointers!(Box, Arc);

/// Reads the items of an array into `add`, which may refuse one.
fn items<T: ToolValue>(
    reader: &mut Reader<'_>,
    mut add: impl FnMut(T) -> Result<(), Fail>,
) -> Result<(), Fail> {
    let mut more = reader.begin_array()?;
    while more {
        add(T::decode(reader)?)?;
        more = reader.next_item()?;
    }
    Ok(())
}

fn check_items<'a, T: ToolValue>(values: impl Iterator<Item = &'a T>, at: &Path<'_>, out: &mut Violations) {
    if T::INERT || too_deep(at, out) {
        return;
    }
    for (i, value) in values.enumerate() {
        value.check(&at.index(i), out);
    }
}

macro_rules! lists {
    ($($list:ident . $push:ident),*) => { $(
        impl<T: ToolValue> ToolValue for $list<T> {
            const KINDS: u8 = kinds::ARRAY;
            const INERT: bool = T::INERT;

            fn node() -> &'static Node {
                const { &Node::Array { items: ops::<T>(), rules: &[] } }
            }

            fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                let mut list = Self::new();
                items(reader, |item| {
                    list.$push(item);
                    Ok(())
                })?;
                Ok(list)
            }

            fn encode(&self, out: &mut Encoder) {
                out.array(self, T::encode);
            }

            fn check(&self, at: &Path<'_>, out: &mut Violations) {
                check_items(self.iter(), at, out);
            }

            fn measure(&self) -> Measure<'_> {
                Measure::Items(self.len())
            }

            fn dispose(self) {
                self.into_iter().for_each(T::dispose);
            }
        }
    )* };
}

lists!(Vec.push, VecDeque.push_back);

impl<T: ToolValue, const N: usize> ToolValue for [T; N] {
    const KINDS: u8 = kinds::ARRAY;
    const INERT: bool = T::INERT;

    fn node() -> &'static Node {
        const { &Node::Array { items: ops::<T>(), rules: &[Rule::MinItems(N as u64), Rule::MaxItems(N as u64)] } }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        Vec::decode(reader)?.try_into().map_err(|_| Fail)
    }

    fn encode(&self, out: &mut Encoder) {
        out.array(self, T::encode);
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        check_items(self.iter(), at, out);
    }

    fn measure(&self) -> Measure<'_> {
        Measure::Items(N)
    }
}

impl<T: ToolValue + Ord> ToolValue for BTreeSet<T> {
    const KINDS: u8 = kinds::ARRAY;
    const INERT: bool = T::INERT;

    fn node() -> &'static Node {
        const { &Node::Array { items: ops::<T>(), rules: &[Rule::UniqueItems] } }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        let mut set = Self::new();
        items(reader, |item| if set.insert(item) { Ok(()) } else { Err(Fail) })?;
        Ok(set)
    }

    fn encode(&self, out: &mut Encoder) {
        out.array(self, T::encode);
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        check_items(self.iter(), at, out);
    }

    fn measure(&self) -> Measure<'_> {
        Measure::Items(self.len())
    }
}

impl<T, S> ToolValue for HashSet<T, S>
where
    T: ToolValue + Eq + Hash,
    S: BuildHasher + Default + Send + Sync + 'static,
{
    const KINDS: u8 = kinds::ARRAY;
    const INERT: bool = T::INERT;

    fn node() -> &'static Node {
        const { &Node::Array { items: ops::<T>(), rules: &[Rule::UniqueItems] } }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        let mut set = Self::default();
        items(reader, |item| if set.insert(item) { Ok(()) } else { Err(Fail) })?;
        Ok(set)
    }

    /// In the order of the items' texts, because the same set has to give the same bytes.
    fn encode(&self, out: &mut Encoder) {
        let mut sorted: Vec<_> = self.iter().map(|item| (compact(item), item)).collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        out.array(sorted, |(_, item), out| item.encode(out));
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        check_items(self.iter(), at, out);
    }

    fn measure(&self) -> Measure<'_> {
        Measure::Items(self.len())
    }
}

fn compact<T: ToolValue>(value: &T) -> String {
    let mut out = Encoder::compact();
    value.encode(&mut out);
    out.finish()
}

/// Reads the members of an object with free keys into `add`, which says whether the key is new.
fn members<T: ToolValue>(reader: &mut Reader<'_>, mut add: impl FnMut(String, T) -> bool) -> Result<(), Fail> {
    let mut more = reader.begin_object()?;
    while more {
        let key = reader.key()?.into_owned();
        if !add(key, T::decode(reader)?) {
            return Err(Fail);
        }
        more = reader.next_key()?;
    }
    Ok(())
}

fn check_members<'a, T: ToolValue>(
    members: impl Iterator<Item = (&'a String, &'a T)>,
    at: &Path<'_>,
    out: &mut Violations,
) {
    if T::INERT || too_deep(at, out) {
        return;
    }
    for (key, value) in members {
        value.check(&at.key(key), out);
    }
}

impl<T: ToolValue> ToolValue for BTreeMap<String, T> {
    const KINDS: u8 = kinds::OBJECT;
    const INERT: bool = T::INERT;

    fn node() -> &'static Node {
        const { &Node::Map(ops::<T>()) }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        let mut map = Self::new();
        members(reader, |key, value| map.insert(key, value).is_none())?;
        Ok(map)
    }

    fn encode(&self, out: &mut Encoder) {
        out.map(self.iter().map(|(key, value)| (key.as_str(), value)), T::encode);
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        check_members(self.iter(), at, out);
    }
}

impl<T, S> ToolValue for HashMap<String, T, S>
where
    T: ToolValue,
    S: BuildHasher + Default + Send + Sync + 'static,
{
    const KINDS: u8 = kinds::OBJECT;
    const INERT: bool = T::INERT;

    fn node() -> &'static Node {
        const { &Node::Map(ops::<T>()) }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        let mut map = Self::default();
        members(reader, |key, value| map.insert(key, value).is_none())?;
        Ok(map)
    }

    /// Sorted by key, because the same map has to give the same bytes.
    fn encode(&self, out: &mut Encoder) {
        let mut sorted: Vec<_> = self.iter().map(|(key, value)| (key.as_str(), value)).collect();
        sorted.sort_by_key(|(key, _)| *key);
        out.map(sorted, T::encode);
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        check_members(self.iter(), at, out);
    }
}

/// Any object, in the order of its keys.
pub type JsonMap = Map<String, Value>;

impl ToolValue for JsonMap {
    const KINDS: u8 = kinds::OBJECT;

    fn node() -> &'static Node {
        const { &Node::Map(ops::<Value>()) }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        match reader.peek() {
            Peek::Object => match crate::json::read_value(reader)? {
                Value::Object(map) => Ok(map),
                _ => Err(Fail),
            },
            _ => Err(Fail),
        }
    }

    fn encode(&self, out: &mut Encoder) {
        out.map(self.iter().map(|(key, value)| (key.as_str(), value)), |value, out| out.json(value));
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        for (key, value) in self {
            value.check(&at.key(key), out);
        }
    }

    fn dispose(self) {
        crate::json::dispose(Value::Object(self));
    }
}

impl ToolValue for Value {
    const KINDS: u8 = kinds::ANY;

    fn node() -> &'static Node {
        const { &Node::Any }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        crate::json::read_value(reader)
    }

    fn encode(&self, out: &mut Encoder) {
        out.json(self);
    }

    fn check(&self, at: &Path<'_>, out: &mut Violations) {
        if let Err(error) = crate::json::check_value(self) {
            out.push(Violation::expected(at.to_string(), "JSON that comes back the same", error));
        }
    }

    fn measure(&self) -> Measure<'_> {
        Measure::of(self)
    }

    fn write_text(&self, out: &mut String) {
        match self {
            Self::String(text) => out.push_str(text),
            other => out.push_str(&crate::json::to_text(other)),
        }
    }

    fn render(&self) -> Content {
        match self {
            Self::String(text) => Content::text(text.clone()),
            other => Content::text(crate::json::to_pretty(other)),
        }
    }

    fn dispose(self) {
        crate::json::dispose(self);
    }
}
