//! Lossless repair of what models get wrong, driven by the schema and written down (contract E17).
//!
//! | the model sent | where | it becomes |
//! | --- | --- | --- |
//! | `"5"`, `"true"`, `"[1]"` | no string is admitted | the number, boolean or container that the text spells exactly |
//! | `null` | an optional key that may not be null | no key |
//! | its arguments encoded twice | the root | the object |
//! | an alias | an object that has the key it stands for, and not that key as well | the key |
//!
//! What a schema accepts already stays as it is, alias keys in open objects apart. What would lose something stays as it is too:
//! `" 7 "`, `"5s"`, `"NaN"`, `"1e999"`.

mod convert;
#[cfg(test)]
mod tests;
mod union;

use std::collections::HashMap;

use serde_json::{Map, Value};

use self::convert::converted;
use super::model::{Additional, NodeId, Property, Schema, SchemaKind};
use super::near::nearest;
use super::trail::{Place, Trail};
use crate::json::{quoted, to_text};

/// One thing that was repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Where, as the model wrote it: `servers[1].port`, empty at the root.
    pub path: String,
    /// What was done.
    pub kind: RepairKind,
    /// What stood there, as JSON text; of an alias the key.
    pub from: String,
    /// What stands there now, as JSON text; of an alias the key that it stands for. Empty when nothing stands there any more.
    pub to: String,
}

/// What a repair did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// `"5"` became `5`.
    NumberFromString,
    /// `"true"` became `true`.
    BooleanFromString,
    /// `"[1]"` became `[1]`.
    ContainerFromString,
    /// An optional key that held `null` was taken out.
    NullAsAbsent,
    /// Arguments that were a string holding an object became that object.
    DecodedTwice,
    /// A key was renamed to the one that it stands for.
    Alias,
}

impl RepairKind {
    /// The name on the wire: `number-from-string`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NumberFromString => "number-from-string",
            Self::BooleanFromString => "boolean-from-string",
            Self::ContainerFromString => "container-from-string",
            Self::NullAsAbsent => "null-as-absent",
            Self::DecodedTwice => "decoded-twice",
            Self::Alias => "alias",
        }
    }
}

impl Repair {
    /// `{"path":"limit","kind":"number-from-string","from":"\"3\"","to":"3"}`; a key with nothing in it is left out.
    pub fn to_json(&self) -> Value {
        let members =
            [("path", self.path.as_str()), ("kind", self.kind.name()), ("from", &self.from), ("to", &self.to)];
        let said = members.into_iter().filter(|(key, text)| !text.is_empty() || *key == "path");
        Value::Object(said.map(|(key, text)| (key.to_owned(), text.into())).collect())
    }
}

/// A key that nobody declared, in arguments whose root accepts it (decision D8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// The key.
    pub path: String,
    /// The declared key that was probably meant.
    pub near: Option<String>,
}

impl Ignored {
    /// `{"path":"limt","near":"limit"}`
    pub fn to_json(&self) -> Value {
        let mut out = Map::new();
        out.insert("path".to_owned(), self.path.as_str().into());
        if let Some(near) = &self.near {
            out.insert("near".to_owned(), near.as_str().into());
        }
        Value::Object(out)
    }
}

/// Repairs `value` as far as the schema says what was meant, and tells what was done. A second run finds nothing more to do.
pub(crate) fn repair(schema: &Schema, value: &mut Value) -> Vec<Repair> {
    let mut repairer = Repairer { schema, prefix: String::new(), depth: 0, trials: 0, repairs: Vec::new() };
    repairer.run(value, schema.root);
    repairer.repairs
}

/// The keys of the arguments that no parameter takes; none where the root says what it does with them.
pub(crate) fn ignored_keys(schema: &Schema, value: &Value) -> Vec<Ignored> {
    let SchemaKind::Object { properties, additional: Additional::Implicit } = &schema.resolve(schema.root).kind else {
        return Vec::new();
    };
    let Value::Object(members) = value else { return Vec::new() };
    let refused =
        |key: &str| schema.left_out_of(schema.root).iter().any(|part| part.names.iter().any(|name| name == key));
    let ignored = super::validate::undeclared(members, properties).filter(|(key, _)| !refused(key));
    ignored.map(|(key, _)| Ignored { path: key.to_owned(), near: meant(key, properties).map(str::to_owned) }).collect()
}

/// The declared key that an undeclared one most likely stands for.
fn meant<'a>(key: &str, properties: &'a [Property]) -> Option<&'a str> {
    let alias = properties.iter().find(|property| property.aliases.iter().any(|alias| alias == key));
    match alias {
        Some(property) => Some(&property.name),
        None => nearest(key, properties.iter().map(|property| property.name.as_str())),
    }
}

/// A part of the value that is still to be looked at.
struct Job<'v> {
    value: &'v mut Value,
    id: NodeId,
    at: Place,
    /// How many containers are around it.
    depth: usize,
}

/// One run over a value, or over a copy of a part of it.
struct Repairer<'s> {
    schema: &'s Schema,
    /// Where the value of this run stands.
    prefix: String,
    /// How many containers are around that place.
    depth: usize,
    /// How many trials this run is part of.
    trials: usize,
    repairs: Vec<Repair>,
}

impl Repairer<'_> {
    fn run(&mut self, value: &mut Value, id: NodeId) {
        let mut trail = Trail::default();
        let mut jobs = vec![Job { value, id, at: Place::ROOT, depth: self.depth }];
        while let Some(job) = jobs.pop() {
            let Job { value, id, at, depth } = job;
            let schema = self.schema;
            match &schema.resolve(id).kind {
                SchemaKind::Union { branches, tag } => {
                    let meant = match tag {
                        Some(tag) => self.tagged(value, branches, tag, &trail, at, depth),
                        None => self.untagged(value, id, branches, &trail, at, depth),
                    };
                    if let Some(id) = meant {
                        jobs.push(Job { value, id, at, depth });
                    }
                }
                kind => {
                    self.convert(value, kind, &trail, at, depth);
                    self.descend(value, kind, &mut trail, at, depth, &mut jobs);
                }
            }
        }
    }

    /// Replaces a string by what it spells, when that has the kind that is asked for.
    fn convert(&mut self, value: &mut Value, kind: &SchemaKind, trail: &Trail<'_>, at: Place, depth: usize) {
        let Value::String(text) = value else { return };
        let Some((repaired, mut how)) = converted(kind, text, depth) else { return };
        let path = self.path(trail, at);
        if path.is_empty() && how == RepairKind::ContainerFromString {
            how = RepairKind::DecodedTwice;
        }
        self.repairs.push(Repair { path, kind: how, from: quoted(text), to: to_text(&repaired) });
        *value = repaired;
    }

    fn descend<'v>(
        &mut self,
        value: &'v mut Value,
        kind: &SchemaKind,
        trail: &mut Trail<'v>,
        at: Place,
        depth: usize,
        jobs: &mut Vec<Job<'v>>,
    ) {
        let first = jobs.len();
        match (kind, value) {
            (SchemaKind::Array { items }, Value::Array(values)) => {
                for (index, value) in values.iter_mut().enumerate() {
                    jobs.push(Job { value, id: *items, at: trail.index(at, index), depth: depth + 1 });
                }
            }
            (SchemaKind::Object { properties, additional }, Value::Object(members)) => {
                // A null does not stand in the way of an alias, and an alias may bring one.
                self.take_nulls_out(members, properties, trail, at);
                while self.rename(members, properties, trail, at) {
                    self.take_nulls_out(members, properties, trail, at);
                }
                let declared: HashMap<&str, NodeId> = properties.iter().map(|p| (p.name.as_str(), p.node)).collect();
                for (key, value) in members {
                    let id = match (declared.get(key.as_str()), additional) {
                        (Some(id), _) | (None, Additional::Each(id)) => *id,
                        _ => continue,
                    };
                    jobs.push(Job { value, id, at: trail.key(at, key), depth: depth + 1 });
                }
            }
            _ => {}
        }
        jobs[first..].reverse();
    }

    /// Renames aliases in their place, and tells whether there was one. Of two that stand for the same key the one declared first is
    /// taken.
    fn rename(
        &mut self,
        members: &mut Map<String, Value>,
        properties: &[Property],
        trail: &Trail<'_>,
        at: Place,
    ) -> bool {
        let mut names: HashMap<&str, &str> = HashMap::new();
        for property in properties.iter().filter(|property| !members.contains_key(&property.name)) {
            if let Some(alias) = property.aliases.iter().find(|alias| members.contains_key(*alias)) {
                names.insert(alias, &property.name);
            }
        }
        if names.is_empty() {
            return false;
        }
        for (key, value) in std::mem::take(members) {
            let Some(name) = names.get(key.as_str()) else {
                members.insert(key, value);
                continue;
            };
            let path = self.key_path(trail, at, &key);
            self.repairs.push(Repair { path, kind: RepairKind::Alias, from: quoted(&key), to: quoted(name) });
            members.insert((*name).to_owned(), value);
        }
        true
    }

    fn take_nulls_out(
        &mut self,
        members: &mut Map<String, Value>,
        properties: &[Property],
        trail: &Trail<'_>,
        at: Place,
    ) {
        for property in properties.iter().filter(|property| !property.required) {
            let null = members.get(&property.name).is_some_and(Value::is_null);
            if null && !self.schema.node_accepts(property.node, &Value::Null) {
                members.shift_remove(&property.name);
                let path = self.key_path(trail, at, &property.name);
                self.repairs.push(Repair {
                    path,
                    kind: RepairKind::NullAsAbsent,
                    from: "null".to_owned(),
                    to: String::new(),
                });
            }
        }
    }

    fn path(&self, trail: &Trail<'_>, at: Place) -> String {
        trail.text_from(&self.prefix, at)
    }

    fn key_path(&self, trail: &Trail<'_>, at: Place, key: &str) -> String {
        let mut path = self.path(trail, at);
        super::trail::push_step(&mut path, super::trail::Step::Key(key));
        path
    }
}
