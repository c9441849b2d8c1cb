//! Does a value fit a node: yes or no, with every answer about a container remembered.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Number, Value};

use super::unique;
use crate::schema::model::{Additional, NodeId, Property, Schema, SchemaKind, SchemaNode};
use crate::schema::rule::{Measure, Num, Rule};

/// Answers for one value, which must not change while this lives: containers are known by their address.
pub(super) struct Acceptor<'a> {
    schema: &'a Schema,
    known: HashMap<(*const Value, NodeId), bool>,
}

/// A container or union whose parts are being asked about.
struct Frame<'v> {
    about: (*const Value, NodeId),
    /// What is still to be asked, the next on top.
    parts: Vec<(&'v Value, NodeId)>,
    /// For a union, how many branches have accepted; for a container all parts have to.
    matched: Option<usize>,
}

enum Entered<'v> {
    Answer(bool),
    Open(Frame<'v>),
}

impl<'a> Acceptor<'a> {
    pub(super) fn new(schema: &'a Schema) -> Self {
        Self { schema, known: HashMap::new() }
    }

    pub(super) fn accepts(&mut self, value: &Value, id: NodeId) -> bool {
        let mut frames: Vec<Frame<'_>> = Vec::new();
        let mut next = (value, id);
        loop {
            let mut answer = match self.enter(next.0, next.1) {
                Entered::Answer(answer) => Some(answer),
                Entered::Open(frame) => {
                    frames.push(frame);
                    None
                }
            };
            // Answers go up until a frame has something left to ask.
            next = loop {
                let Some(frame) = frames.last_mut() else {
                    return answer.unwrap_or(true);
                };
                match frame.take(answer) {
                    Ok(part) => break part,
                    Err(done) => {
                        self.known.insert(frame.about, done);
                        frames.pop();
                        answer = Some(done);
                    }
                }
            };
        }
    }

    fn enter<'v>(&self, value: &'v Value, id: NodeId) -> Entered<'v> {
        let about = (std::ptr::from_ref(value), id);
        if let Some(answer) = self.known.get(&about) {
            return Entered::Answer(*answer);
        }
        let resolved = self.schema.resolve_id(id);
        let node = self.schema.node(resolved);
        if let SchemaKind::Union { branches, tag } = &node.kind {
            return match tag {
                Some(tag) => match value.get(tag).and_then(|literal| self.schema.branch_of_tag(branches, tag, literal))
                {
                    Some(branch) => Entered::Open(Frame { about, parts: vec![(value, branch)], matched: None }),
                    None => Entered::Answer(false),
                },
                None => {
                    let parts = branches.iter().rev().map(|branch| (value, *branch)).collect();
                    Entered::Open(Frame { about, parts, matched: Some(0) })
                }
            };
        }
        if !node.fits_alone(value) || self.names_left_out(resolved, value) {
            return Entered::Answer(false);
        }
        match parts(node, value) {
            None => Entered::Answer(false),
            Some(parts) if parts.is_empty() => Entered::Answer(true),
            Some(parts) => Entered::Open(Frame { about, parts, matched: None }),
        }
    }
}

impl Acceptor<'_> {
    fn names_left_out(&self, id: NodeId, value: &Value) -> bool {
        value.as_object().is_some_and(|members| self.schema.left_out.keys(id, members).next().is_some())
    }
}

impl<'v> Frame<'v> {
    /// Takes in the last answer; gives what to ask next, or the answer of the whole.
    fn take(&mut self, answer: Option<bool>) -> Result<(&'v Value, NodeId), bool> {
        match (&mut self.matched, answer) {
            (None, Some(false)) => return Err(false),
            (Some(matched), Some(true)) => {
                *matched += 1;
                if *matched > 1 {
                    return Err(false);
                }
            }
            _ => {}
        }
        self.parts.pop().ok_or(self.matched.is_none_or(|matched| matched == 1))
    }
}

/// What below a container has to fit what; none when a key is missing or not allowed.
fn parts<'v>(node: &SchemaNode, value: &'v Value) -> Option<Vec<(&'v Value, NodeId)>> {
    match (&node.kind, value) {
        (SchemaKind::Array { items }, Value::Array(values)) => {
            Some(values.iter().map(|value| (value, *items)).collect())
        }
        (SchemaKind::Object { properties, additional }, Value::Object(members)) => {
            let mut parts = Vec::with_capacity(members.len());
            for property in properties {
                match members.get(&property.name) {
                    Some(value) => parts.push((value, property.node)),
                    None if property.required => return None,
                    None => {}
                }
            }
            if parts.len() < members.len() {
                match additional {
                    Additional::Closed => return None,
                    Additional::Each(id) => {
                        parts.extend(undeclared(members, properties).map(|(_, value)| (value, *id)));
                    }
                    Additional::Implicit | Additional::Kept | Additional::Open => {}
                }
            }
            Some(parts)
        }
        _ => Some(Vec::new()),
    }
}

/// The members that no property declares, in their order.
pub(crate) fn undeclared<'v>(
    members: &'v Map<String, Value>,
    properties: &[Property],
) -> impl Iterator<Item = (&'v str, &'v Value)> {
    let declared: HashSet<&str> = properties.iter().map(|property| property.name.as_str()).collect();
    members.iter().map(|(key, value)| (key.as_str(), value)).filter(move |(key, _)| !declared.contains(key))
}

impl SchemaNode {
    /// Whether the value has the kind, the literals and the rules of this node, whatever is below it.
    pub(crate) fn fits_alone(&self, value: &Value) -> bool {
        if !self.kind.admits(value) {
            return false;
        }
        let measure = Measure::of(value);
        self.rules.iter().all(|rule| match (rule, value) {
            (Rule::UniqueItems, Value::Array(items)) => unique::repeated(items).is_none(),
            _ => rule.admits(measure),
        })
    }
}

impl SchemaKind {
    /// Whether the value is of this kind and one of its literals; unions and references admit everything here.
    pub(crate) fn admits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Any | Self::Union { .. } | Self::Reference(_), _) => true,
            (Self::Null, Value::Null) => true,
            (Self::Boolean { allowed }, Value::Bool(b)) => allowed.is_empty() || allowed.contains(b),
            (Self::String { allowed }, Value::String(s)) => allowed.is_empty() || allowed.contains(s),
            (Self::Integer { allowed, width }, Value::Number(n)) => {
                let within = width
                    .is_none_or(|width| matches!(Num::of(n), Some(Num::Int(n)) if n >= width.min && n <= width.max));
                integral(n) && within && among(n, allowed)
            }
            (Self::Number { allowed, single }, Value::Number(n)) => {
                let fits = !single || n.as_f64().is_some_and(|n| (n as f32).is_finite());
                fits && among(n, allowed)
            }
            (Self::Array { .. }, Value::Array(_)) | (Self::Object { .. }, Value::Object(_)) => true,
            _ => false,
        }
    }
}

/// `5.0` is an integer (contract J2).
pub(crate) fn integral(number: &Number) -> bool {
    match Num::of(number) {
        Some(Num::Int(_)) => true,
        Some(Num::Float(n)) => n.fract() == 0.0,
        None => false,
    }
}

/// Whether a list of literals is empty or holds this number, compared by value.
fn among(number: &Number, allowed: &[Number]) -> bool {
    let Some(number) = Num::of(number) else { return allowed.is_empty() };
    allowed.is_empty()
        || allowed.iter().filter_map(Num::of).any(|n| n.compare(number).is_some_and(std::cmp::Ordering::is_eq))
}
