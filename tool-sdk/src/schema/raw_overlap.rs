//! Unions of raw schemas whose branches overlap (contract S6), found by a value that two branches accept.
//!
//! A schema that was read from JSON has no types to decide by, and whether two patterns overlap is not a question for a registration. So a few
//! values are made from what each branch says of itself (its literals, the ends of its ranges, its required keys), and whatever fits two
//! branches is proof. What is not found this way is left to the count at run time: this never refuses branches that exclude each other.

mod samples;

use std::collections::HashSet;

use serde_json::Value;

use super::model::{Additional, NodeId, Schema, SchemaKind};
use super::trail::{Place, Trail};
use super::violation::{Violation, Violations};

/// Pairs of branches that are compared in one schema; beyond that the count at run time has to do.
const MOST_PAIRS: usize = 10_000;

impl Schema {
    /// Every union of which two branches accept one value, with that value.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_sdk::schema::Schema;
    ///
    /// let schema = Schema::parse(&json!({"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 2}]})).unwrap();
    /// assert_eq!(schema.check_overlap().to_string(), "oneOf: branches 0 and 1 both accept 2");
    /// ```
    pub fn check_overlap(&self) -> Violations {
        let mut out = Violations::new();
        let mut pairs = MOST_PAIRS;
        let mut seen = HashSet::new();
        let mut trail = Trail::default();
        let mut left = vec![(self.root, Place::ROOT)];
        let definitions = trail.key(Place::ROOT, "$defs");
        for (name, id) in self.definitions.iter().rev() {
            left.insert(0, (*id, trail.key(definitions, name)));
        }
        while let Some((id, at)) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            let first = left.len();
            match &self.node(id).kind {
                SchemaKind::Union { branches, tag } => {
                    let at = trail.key(at, "oneOf");
                    if tag.is_none()
                        && let Some((a, b, both)) = self.overlap(branches, &mut pairs)
                    {
                        let message = format!("branches {a} and {b} both accept {}", crate::json::to_text(&both));
                        out.push(Violation::new(trail.text(at), message));
                    }
                    left.extend(branches.iter().enumerate().map(|(index, id)| (*id, trail.index(at, index))));
                }
                SchemaKind::Array { items } => left.push((*items, trail.key(at, "items"))),
                SchemaKind::Object { properties, additional } => {
                    let inside = trail.key(at, "properties");
                    left.extend(properties.iter().map(|property| (property.node, trail.key(inside, &property.name))));
                    if let Additional::Each(id) = additional {
                        left.push((*id, trail.key(at, "additionalProperties")));
                    }
                }
                _ => {}
            }
            left[first..].reverse();
        }
        out
    }

    /// Two branches and a value that both accept.
    fn overlap(&self, branches: &[NodeId], pairs: &mut usize) -> Option<(usize, usize, Value)> {
        for (b, second) in branches.iter().enumerate() {
            for (a, first) in branches[..b].iter().enumerate() {
                *pairs = pairs.checked_sub(1)?;
                let both = self.samples_of_both(*first, *second);
                let found = both
                    .into_iter()
                    .find(|value| self.node_accepts(*first, value) && self.node_accepts(*second, value));
                if let Some(value) = found {
                    return Some((a, b, value));
                }
            }
        }
        None
    }
}
