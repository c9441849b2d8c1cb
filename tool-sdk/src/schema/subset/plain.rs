//! A schema that is neither a reference nor a union: its type, or what it says without one.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::constraints::{self, Constraints};
use super::literals::Literals;
use super::{Job, Parser};
use crate::schema::model::{Additional, OwnedRule, Property, SchemaKind, SchemaNode};
use crate::schema::trail::Place;
use crate::schema::violation::found;

/// The names that `type` can have.
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

impl<'a> Parser<'a> {
    pub(super) fn read_plain(&mut self, members: &'a Map<String, Value>, job: &Job<'a>, node: &mut SchemaNode) {
        let named = match members.get("type") {
            None => None,
            Some(name) => match self.read_type(name, job.at) {
                Some(name) => Some(name),
                None => return,
            },
        };
        let literals = Literals::read(self, members, named, job.at);
        let constraints = Constraints::read(self, members, named, job);
        match named {
            Some(name) => {
                node.kind = self.kind(name, &literals, &constraints, job);
                node.rules = constraints.rules;
            }
            None => self.untyped(&literals, constraints, job, node),
        }
    }

    fn read_type(&mut self, value: &Value, at: Place) -> Option<&'static str> {
        let name = value.as_str().and_then(|name| TYPES.into_iter().find(|known| *known == name));
        if name.is_none() {
            let message = match value {
                Value::Array(_) => "an array of types is not supported, write oneOf with a branch for each".to_owned(),
                other => {
                    format!("expected one of {}, found {}", TYPES.map(crate::json::quoted).join(", "), found(other))
                }
            };
            self.refuse(at, "type", message);
        }
        name
    }

    /// The kind that a type name stands for, with what the constraints say of it.
    fn kind(&mut self, name: &str, literals: &Literals, constraints: &Constraints, job: &Job<'a>) -> SchemaKind {
        match name {
            "null" => SchemaKind::Null,
            "boolean" => SchemaKind::Boolean { allowed: literals.booleans.clone() },
            "integer" => SchemaKind::Integer { allowed: literals.numbers.clone(), width: None },
            "number" => SchemaKind::Number { allowed: literals.numbers.clone(), single: false },
            "string" => SchemaKind::String { allowed: literals.strings.clone() },
            "array" => {
                let any = || SchemaNode::new(SchemaKind::Any);
                SchemaKind::Array { items: constraints.items.unwrap_or_else(|| self.add(any(), job.at)) }
            }
            _ => self.object(constraints, job),
        }
    }

    fn object(&mut self, constraints: &Constraints, job: &Job<'a>) -> SchemaKind {
        let additional = match constraints.additional {
            Some(additional) => additional,
            // The one object that says nothing about its other keys is the root (contract S3).
            None if job.depth == 0 => Additional::Implicit,
            None => Additional::Open,
        };
        let mut properties = constraints.properties.clone();
        let declared: HashMap<&str, usize> = constraints
            .properties
            .iter()
            .enumerate()
            .map(|(index, property)| (property.name.as_str(), index))
            .collect();
        for name in &constraints.required {
            if let Some(index) = declared.get(name.as_str()) {
                properties[*index].required = true;
                continue;
            }
            let node = match additional {
                Additional::Each(id) => id,
                Additional::Implicit | Additional::Kept | Additional::Open => {
                    self.add(SchemaNode::new(SchemaKind::Any), job.at)
                }
                Additional::Closed => {
                    let message = format!("{} is required but not among the properties", crate::json::quoted(name));
                    self.refuse(job.at, "required", message);
                    continue;
                }
            };
            properties.push(Property { name: name.clone(), node, required: true, aliases: Vec::new() });
        }
        SchemaKind::Object { properties, additional }
    }

    /// A schema without `type`: any value when it says nothing of containers and literals, otherwise a branch for each kind of value,
    /// which accepts the same.
    fn untyped(&mut self, literals: &Literals, constraints: Constraints, job: &Job<'a>, node: &mut SchemaNode) {
        let kinds: Vec<&str> = match literals.kinds() {
            kinds if !kinds.is_empty() => kinds,
            _ if constraints.speak_of_containers() => vec!["null", "boolean", "number", "string", "array", "object"],
            _ => {
                node.rules = constraints.rules;
                return;
            }
        };
        if let [kind] = kinds.as_slice() {
            node.kind = self.kind(kind, literals, &constraints, job);
            node.rules = rules_of(kind, &constraints.rules);
            return;
        }
        let mut branches = Vec::with_capacity(kinds.len());
        for kind in kinds {
            let mut branch = SchemaNode::new(self.kind(kind, literals, &constraints, job));
            branch.rules = rules_of(kind, &constraints.rules);
            branches.push(self.add(branch, job.at));
        }
        node.kind = SchemaKind::Union { branches, tag: None };
    }
}

/// The rules that speak of values of one kind.
fn rules_of(kind: &str, rules: &[OwnedRule]) -> Vec<OwnedRule> {
    let speaks = |rule: &&OwnedRule| constraints::subject_of(rule) == constraints::subject_of_type(kind);
    rules.iter().filter(speaks).cloned().collect()
}
