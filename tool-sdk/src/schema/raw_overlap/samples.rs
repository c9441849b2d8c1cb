//! Values that a node probably accepts: small, and at the ends of what it allows.

use serde_json::{Map, Value, json};

use crate::schema::format::Format;
use crate::schema::model::{NodeId, OwnedRule, Property, Schema, SchemaKind, SchemaNode};
use crate::schema::rule::{Num, Rule};

/// How deep samples nest; what is required below that is left out, and such a sample is simply not accepted.
const DEPTH: usize = 4;
/// How many values are tried for one key.
const MOST: usize = 24;
/// How long a sample grows to satisfy a least length.
const LONGEST: u64 = 64;

impl Schema {
    /// Values that may fit both nodes: those of each, and objects that have what each requires.
    pub(super) fn samples_of_both(&self, a: NodeId, b: NodeId) -> Vec<Value> {
        let mut samples = self.samples(a, DEPTH);
        samples.extend(self.samples(b, DEPTH));
        let both = (&self.resolve(a).kind, &self.resolve(b).kind);
        if let (SchemaKind::Object { properties: a, .. }, SchemaKind::Object { properties: b, .. }) = both {
            samples.extend(self.merged(a, b));
        }
        samples
    }

    /// An object with the required keys of both, each with a value that both declarations accept where there is one.
    fn merged(&self, a: &[Property], b: &[Property]) -> Option<Value> {
        let mut members = Map::new();
        for property in a.iter().chain(b).filter(|property| property.required) {
            let nodes = a.iter().chain(b).filter(|other| other.name == property.name).map(|other| other.node);
            let nodes: Vec<NodeId> = nodes.collect();
            let samples = nodes.iter().flat_map(|id| self.samples(*id, DEPTH - 1));
            let value = samples.into_iter().find(|value| nodes.iter().all(|id| self.node_accepts(*id, value)))?;
            members.insert(property.name.clone(), value);
        }
        Some(Value::Object(members))
    }

    fn samples(&self, id: NodeId, depth: usize) -> Vec<Value> {
        let node = self.resolve(id);
        let mut samples = match &node.kind {
            SchemaKind::Null => vec![Value::Null],
            SchemaKind::Boolean { allowed } if allowed.is_empty() => vec![json!(false), json!(true)],
            SchemaKind::Boolean { allowed } => allowed.iter().map(|b| Value::Bool(*b)).collect(),
            SchemaKind::Integer { allowed, .. } | SchemaKind::Number { allowed, .. } if !allowed.is_empty() => {
                allowed.iter().cloned().map(Value::Number).collect()
            }
            SchemaKind::Integer { .. } | SchemaKind::Number { .. } => numbers(&node.rules),
            SchemaKind::String { allowed } if !allowed.is_empty() => {
                allowed.iter().map(|s| s.as_str().into()).collect()
            }
            SchemaKind::String { .. } => texts(&node.rules),
            SchemaKind::Array { items } => self.arrays(*items, &node.rules, depth),
            SchemaKind::Object { properties, .. } => self.objects(properties, depth),
            SchemaKind::Union { branches, .. } if depth > 0 => {
                branches.iter().take(MOST).flat_map(|id| self.samples(*id, depth - 1)).collect()
            }
            SchemaKind::Any => anything(node),
            _ => Vec::new(),
        };
        samples.truncate(MOST);
        samples
    }

    /// The object with nothing but what is required.
    fn objects(&self, properties: &[Property], depth: usize) -> Vec<Value> {
        let mut members = Map::new();
        for property in properties.iter().filter(|property| property.required) {
            let sample = match depth {
                0 => None,
                _ => self
                    .samples(property.node, depth - 1)
                    .into_iter()
                    .find(|value| self.node_accepts(property.node, value)),
            };
            match sample {
                Some(value) => members.insert(property.name.clone(), value),
                None => return Vec::new(),
            };
        }
        vec![Value::Object(members)]
    }

    fn arrays(&self, items: NodeId, rules: &[OwnedRule], depth: usize) -> Vec<Value> {
        let least = |rule: &OwnedRule| match rule {
            Rule::MinItems(n) => *n,
            Rule::NonEmpty => 1,
            _ => 0,
        };
        let least = rules.iter().map(least).max().unwrap_or(0);
        let mut arrays = vec![json!([])];
        if depth > 0 && least <= MOST as u64 {
            let item = self.samples(items, depth - 1).into_iter().find(|value| self.node_accepts(items, value));
            if let Some(item) = item {
                arrays.push(Value::Array(vec![item; least.max(1) as usize]));
            }
        }
        arrays
    }
}

/// Any two ranges that meet share an end of one of them, or a neighbour of it.
fn numbers(rules: &[OwnedRule]) -> Vec<Value> {
    let mut numbers = Vec::new();
    for rule in rules {
        let (Rule::Min(n) | Rule::Max(n) | Rule::ExclusiveMin(n) | Rule::ExclusiveMax(n) | Rule::MultipleOf(n)) = rule
        else {
            continue;
        };
        numbers.push(n.to_json());
        match n {
            Num::Int(n) => numbers.extend([1, -1].map(|step| Num::Int(n.saturating_add(step)).to_json())),
            Num::Float(n) => numbers.extend([n.floor(), n.ceil(), n + 0.5, n - 0.5].map(|n| Num::normal(n).to_json())),
        }
    }
    numbers.extend([json!(0), json!(1), json!(-1), json!(0.5)]);
    numbers
}

fn texts(rules: &[OwnedRule]) -> Vec<Value> {
    let mut texts = vec![String::new(), "a".to_owned(), "1".to_owned()];
    for rule in rules {
        match rule {
            Rule::MinLength(n) | Rule::MaxLength(n) if *n <= LONGEST => texts.push("a".repeat(*n as usize)),
            Rule::Format(format) => texts.push(example(*format).to_owned()),
            _ => {}
        }
    }
    texts.into_iter().map(Value::String).collect()
}

fn example(format: Format) -> &'static str {
    match format {
        Format::DateTime => "2024-05-01T12:00:00Z",
        Format::Date => "2024-05-01",
        Format::Uri => "https://example.com/",
        Format::Uuid => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        Format::Email => "ann@example.com",
        Format::Ipv4 => "192.0.2.1",
        Format::Ipv6 => "2001:db8::1",
    }
}

fn anything(node: &SchemaNode) -> Vec<Value> {
    let mut samples = vec![Value::Null, json!(false), json!({}), json!([])];
    samples.extend(numbers(&node.rules));
    samples.extend(texts(&node.rules));
    samples
}
