//! What a node expects, in few words for a model, and which branch of a union a value most likely meant.

use serde_json::Value;

use super::integral;
use crate::json::quoted;
use crate::schema::model::{Additional, NodeId, OwnedRule, Schema, SchemaKind, SchemaNode, Width};
use crate::schema::rule::Rule;

/// How many names or literals are listed before the rest is counted.
const MOST_LISTED: usize = 12;

impl Schema {
    /// What a node expects: `a string`, `an integer, at least 1`, `one of "a", "b"`.
    pub(crate) fn phrase(&self, id: NodeId) -> String {
        let node = self.resolve(id);
        match &node.kind {
            SchemaKind::Union { branches, tag: Some(tag) } => {
                format!("an object with {}", self.tag_values(branches, tag))
            }
            SchemaKind::Union { branches, tag: None } => self.alternatives(branches),
            _ => self.plain_phrase(node),
        }
    }

    /// What a node that is no union expects.
    fn plain_phrase(&self, node: &SchemaNode) -> String {
        let base = match &node.kind {
            SchemaKind::Null => "null".to_owned(),
            SchemaKind::Boolean { allowed } => literals(allowed.iter().map(bool::to_string), "a boolean"),
            SchemaKind::Number { allowed, .. } => literals(allowed.iter().map(ToString::to_string), "a number"),
            SchemaKind::Integer { allowed, width } => {
                let kind = integer(*width, &node.rules);
                literals(allowed.iter().map(ToString::to_string), &kind)
            }
            SchemaKind::String { allowed } => literals(allowed.iter().map(|word| quoted(word)), "a string"),
            SchemaKind::Array { items } => return joined(self.array(*items), &node.rules),
            SchemaKind::Object { properties, additional: Additional::Each(_) } if properties.is_empty() => {
                "an object".to_owned()
            }
            SchemaKind::Object { properties, .. } => {
                let required: Vec<String> = properties.iter().filter(|p| p.required).map(|p| quoted(&p.name)).collect();
                match required.is_empty() {
                    true => "an object".to_owned(),
                    false => format!("an object with {}", listed(&required, "and")),
                }
            }
            SchemaKind::Any | SchemaKind::Union { .. } | SchemaKind::Reference(_) => "a value".to_owned(),
        };
        joined(base, &node.rules)
    }

    /// What was expected of a value that has another kind or is no literal of the node.
    pub(super) fn kind_phrase(&self, node: &SchemaNode, value: &Value) -> String {
        match (&node.kind, value) {
            // The value is an integer already, so what is wrong is its size.
            (SchemaKind::Integer { allowed, width: Some(width) }, Value::Number(n))
                if allowed.is_empty() && integral(n) =>
            {
                format!("an integer from {} to {}", width.min, width.max)
            }
            (SchemaKind::Number { allowed, single: true }, Value::Number(_)) if allowed.is_empty() => {
                "a number that 32 bits hold".to_owned()
            }
            (SchemaKind::Object { .. }, _) => "an object".to_owned(),
            _ => self.plain_phrase(node),
        }
    }

    /// `an array of strings`, one level deep.
    fn array(&self, items: NodeId) -> String {
        let of = match &self.resolve(items).kind {
            SchemaKind::Boolean { .. } => "booleans",
            SchemaKind::Integer { .. } => "integers",
            SchemaKind::Number { .. } => "numbers",
            SchemaKind::String { .. } => "strings",
            SchemaKind::Array { .. } => "arrays",
            SchemaKind::Object { .. } => "objects",
            _ => return "an array".to_owned(),
        };
        format!("an array of {of}")
    }

    /// The branches of an untagged union beside each other: `a string or null`.
    fn alternatives(&self, branches: &[NodeId]) -> String {
        let shapes: Vec<String> = branches
            .iter()
            .map(|id| match self.resolve(*id) {
                // Unions in unions are not spelt out: nobody reads that far.
                SchemaNode { kind: SchemaKind::Union { .. }, .. } => "another union".to_owned(),
                node => self.plain_phrase(node),
            })
            .collect();
        listed(&shapes, "or")
    }

    /// What was expected where a union has no one branch (contract S6).
    pub(super) fn union_phrase(&self, branches: &[NodeId], matched: usize) -> String {
        let nullable =
            branches.len() == 2 && branches.iter().any(|id| matches!(self.resolve(*id).kind, SchemaKind::Null));
        match matched {
            0 if nullable => self.alternatives(branches),
            0 => format!("exactly one of {} shapes ({}), matched 0", branches.len(), self.alternatives(branches)),
            _ => format!("exactly one of {} shapes, matched {matched}", branches.len()),
        }
    }

    /// The tags of a union: `one of "background", "foreground"`.
    pub(super) fn tags_phrase(&self, branches: &[NodeId], tag: &str) -> String {
        literals(branches.iter().flat_map(|id| self.literals_of(*id, tag)).map(|word| quoted(word)), "a string")
    }

    fn tag_values(&self, branches: &[NodeId], tag: &str) -> String {
        format!("{} {}", quoted(tag), self.tags_phrase(branches, tag))
    }

    /// The literals that a branch admits for its tag.
    pub(crate) fn literals_of(&self, branch: NodeId, tag: &str) -> &[String] {
        let SchemaKind::Object { properties, .. } = &self.resolve(branch).kind else { return &[] };
        let Some(property) = properties.iter().find(|property| property.name == tag) else { return &[] };
        match &self.resolve(property.node).kind {
            SchemaKind::String { allowed } => allowed,
            _ => &[],
        }
    }

    /// The branch that the literal of a tag selects.
    pub(crate) fn branch_of_tag(&self, branches: &[NodeId], tag: &str, literal: &Value) -> Option<NodeId> {
        let literal = literal.as_str()?;
        branches.iter().copied().find(|id| self.literals_of(*id, tag).iter().any(|word| word == literal))
    }

    /// The one branch that the value can have meant: the only one of its kind, or the only one whose keys it has.
    pub(crate) fn only_candidate(&self, branches: &[NodeId], value: &Value) -> Option<NodeId> {
        let kind = |id: &&NodeId| self.resolve(**id).kind.same_kind(value);
        only(branches.iter().filter(kind))
            .or_else(|| only(branches.iter().filter(kind).filter(|id| self.has_keys(**id, value))))
    }

    /// Whether the keys that tell objects apart fit: none missing, none undeclared, and no other literal where one is asked for.
    fn has_keys(&self, id: NodeId, value: &Value) -> bool {
        let (SchemaKind::Object { properties, additional }, Value::Object(members)) = (&self.resolve(id).kind, value)
        else {
            return self.resolve(id).kind.admits(value);
        };
        let declared = properties.iter().all(|property| match members.get(&property.name) {
            None => !property.required,
            Some(value) => self.resolve(property.node).kind.admits_literal(value),
        });
        // A key that an instance left out still tells which branch was meant.
        let node = self.resolve_id(id);
        let mut unknown =
            super::undeclared(members, properties).filter(|(key, _)| self.left_out.named(node, key).is_none());
        declared && (*additional != Additional::Closed || unknown.next().is_none())
    }
}

impl SchemaKind {
    /// Whether a value is of the same JSON type, whatever its content. A union may hold any type.
    pub(crate) fn same_kind(&self, value: &Value) -> bool {
        match self {
            Self::Any | Self::Union { .. } | Self::Reference(_) => true,
            Self::Null => value.is_null(),
            Self::Boolean { .. } => value.is_boolean(),
            Self::Integer { .. } | Self::Number { .. } => value.is_number(),
            Self::String { .. } => value.is_string(),
            Self::Array { .. } => value.is_array(),
            Self::Object { .. } => value.is_object(),
        }
    }

    /// A literal tells branches apart; a kind that is merely wrong is better explained inside the branch.
    fn admits_literal(&self, value: &Value) -> bool {
        match self {
            Self::String { allowed } if !allowed.is_empty() => self.admits(value),
            _ => true,
        }
    }
}

/// The one item of an iterator that has no second.
fn only<'a>(mut items: impl Iterator<Item = &'a NodeId>) -> Option<NodeId> {
    let first = items.next()?;
    items.next().is_none().then_some(*first)
}

/// `an integer`, and what its type says about its size where that is news.
fn integer(width: Option<Width>, rules: &[OwnedRule]) -> String {
    match width {
        Some(width) if width.is_written() => format!("an integer from {} to {}", width.min, width.max),
        Some(width)
            if width.min == 0 && !rules.iter().any(|rule| matches!(rule, Rule::Min(_) | Rule::ExclusiveMin(_))) =>
        {
            "an integer, at least 0".to_owned()
        }
        _ => "an integer".to_owned(),
    }
}

fn joined(mut text: String, rules: &[OwnedRule]) -> String {
    for rule in rules {
        text.push_str(", ");
        text.push_str(&rule.phrase());
    }
    text
}

/// `one of 1, 2`, `"a"` for a single literal, the kind when there are none.
fn literals(words: impl Iterator<Item = String>, kind: &str) -> String {
    let words: Vec<String> = words.collect();
    match words.as_slice() {
        [] => kind.to_owned(),
        [word] => word.clone(),
        [first @ .., _] if first.len() >= MOST_LISTED => {
            format!("one of {} and {} more", words[..MOST_LISTED].join(", "), words.len() - MOST_LISTED)
        }
        _ => format!("one of {}", words.join(", ")),
    }
}

/// `a, b or c`
pub(super) fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        _ if words.len() > MOST_LISTED => {
            format!("{} {last} {} more", words[..MOST_LISTED].join(", "), words.len() - MOST_LISTED)
        }
        [first @ .., word] => format!("{} {last} {word}", first.join(", ")),
    }
}
