//! Lists and sets.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

use crate::json::{Encoder, Fail, Reader};
use crate::schema::check::too_deep;
use crate::schema::rule::{Measure, Rule};
use crate::schema::shape::kinds;
use crate::schema::table::{Node, ops};
use crate::schema::tool_value::ToolValue;
use crate::schema::violation::{Path, Violations};

/// Reads the items of an array into `add`, which may refuse one.
fn items<T: ToolValue>(reader: &mut Reader<'_>, mut add: impl FnMut(T) -> Result<(), Fail>) -> Result<(), Fail> {
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
