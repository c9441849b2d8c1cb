//! Maps with string keys, and JSON of any kind.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use serde_json::{Map, Value};

use crate::content::Content;
use crate::json::{Encoder, Fail, Peek, Reader};
use crate::schema::check::too_deep;
use crate::schema::rule::Measure;
use crate::schema::shape::kinds;
use crate::schema::table::{Node, ops};
use crate::schema::tool_value::ToolValue;
use crate::schema::violation::{Path, Violation, Violations};

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

    fn render(&self) -> Content {
        match self {
            Self::String(text) => Content::text(text.clone()),
            other => Content::text(crate::json::to_pretty(other)),
        }
    }
}
