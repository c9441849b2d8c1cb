//! The rules of a node as JSON-Schema keywords.
//!
//! A node can carry several rules for one keyword (a type's own and those of the field that holds it) while JSON has one place for it.
//! Of two bounds the stricter says all; what cannot be merged, such as a second pattern, goes to `allOf`.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use crate::schema::model::{OwnedRule, SchemaKind, SchemaNode, Width};
use crate::schema::rule::{NOT_BLANK_PATTERN, Num, Rule};

/// Writes what the width of the type and the rules ask for.
pub(super) fn write(node: &SchemaNode, out: &mut Map<String, Value>) {
    let mut rest = Vec::new();
    for bound in widths(node) {
        put(bound, &mut rest, out);
    }
    for rule in &node.rules {
        if let Some(keyword) = keyword(rule, &node.kind) {
            put(keyword, &mut rest, out);
        }
    }
    if !rest.is_empty() {
        out.insert("allOf".to_owned(), Value::Array(rest));
    }
}

/// The bounds that decision D27 writes, unless a rule asks for as much or more.
fn widths(node: &SchemaNode) -> Vec<(&'static str, Value)> {
    let SchemaKind::Integer { width: Some(width), .. } = node.kind else { return Vec::new() };
    let narrow = width.is_written();
    let mut bounds = Vec::new();
    if (narrow || width.min == 0) && !node.rules.iter().any(|rule| least(rule).is_some_and(|n| n >= width.min)) {
        bounds.push(("minimum", Num::Int(width.min).to_json()));
    }
    if narrow && !node.rules.iter().any(|rule| most(rule).is_some_and(|n| n <= width.max)) {
        bounds.push(("maximum", Num::Int(width.max).to_json()));
    }
    bounds
}

/// The smallest integer that a rule admits, when it is a lower bound.
fn least(rule: &OwnedRule) -> Option<i128> {
    match rule {
        Rule::Min(n) => Some(ceiling(*n)),
        Rule::ExclusiveMin(n) => Some(floor(*n).saturating_add(1)),
        _ => None,
    }
}

/// The largest integer that a rule admits, when it is an upper bound.
fn most(rule: &OwnedRule) -> Option<i128> {
    match rule {
        Rule::Max(n) => Some(floor(*n)),
        Rule::ExclusiveMax(n) => Some(ceiling(*n).saturating_sub(1)),
        _ => None,
    }
}

fn floor(n: Num) -> i128 {
    match n {
        Num::Int(n) => n,
        Num::Float(n) => n.floor() as i128,
    }
}

fn ceiling(n: Num) -> i128 {
    match n {
        Num::Int(n) => n,
        Num::Float(n) => n.ceil() as i128,
    }
}

fn keyword(rule: &OwnedRule, kind: &SchemaKind) -> Option<(&'static str, Value)> {
    Some(match rule {
        Rule::Min(n) => ("minimum", n.to_json()),
        Rule::Max(n) => ("maximum", n.to_json()),
        Rule::ExclusiveMin(n) => ("exclusiveMinimum", n.to_json()),
        Rule::ExclusiveMax(n) => ("exclusiveMaximum", n.to_json()),
        Rule::MultipleOf(n) => ("multipleOf", n.to_json()),
        Rule::MinLength(n) => ("minLength", (*n).into()),
        Rule::MaxLength(n) => ("maxLength", (*n).into()),
        Rule::NonEmpty if matches!(kind, SchemaKind::Array { .. }) => ("minItems", 1.into()),
        Rule::NonEmpty => ("minLength", 1.into()),
        Rule::NotBlank => ("pattern", NOT_BLANK_PATTERN.into()),
        Rule::Pattern(pattern) => ("pattern", pattern.as_ref().into()),
        Rule::Format(format) => ("format", format.keyword().into()),
        Rule::MinItems(n) => ("minItems", (*n).into()),
        Rule::MaxItems(n) => ("maxItems", (*n).into()),
        Rule::UniqueItems => ("uniqueItems", true.into()),
    })
}

/// Puts a keyword where it belongs: alone, merged with the one that is there, or among the rest.
fn put((key, value): (&'static str, Value), rest: &mut Vec<Value>, out: &mut Map<String, Value>) {
    let Some(there) = out.get_mut(key) else {
        out.insert(key.to_owned(), value);
        return;
    };
    let stricter = match key {
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" => Ordering::Greater,
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" => Ordering::Less,
        _ if *there == value => return,
        _ => {
            let alone = Value::Object(Map::from_iter([(key.to_owned(), value)]));
            if !rest.contains(&alone) {
                rest.push(alone);
            }
            return;
        }
    };
    if compare(&value, there) == Some(stricter) {
        *there = value;
    }
}

fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    let number = |value: &Value| value.as_number().and_then(Num::of);
    number(a)?.compare(number(b)?)
}

impl Width {
    /// Whether both ends are written into the schema: the types of 8 and 16 bits (decision D27).
    pub fn is_written(&self) -> bool {
        self.max - self.min <= i128::from(u16::MAX)
    }
}
