//! `enum` and `const`: the scalars that a schema admits, sorted by kind.

use serde_json::{Map, Number, Value};

use super::Parser;
use crate::json::quoted;
use crate::schema::trail::Place;
use crate::schema::validate::integral;
use crate::schema::violation::{Violation, found};

/// The literals of one schema; all empty when it names none.
#[derive(Default)]
pub(super) struct Literals {
    null: bool,
    pub(super) booleans: Vec<bool>,
    pub(super) numbers: Vec<Number>,
    pub(super) strings: Vec<String>,
}

impl Literals {
    /// Reads both keywords. When both are there, `const` has to be one of `enum` and is what remains.
    pub(super) fn read<'a>(
        parser: &mut Parser<'a>,
        members: &'a Map<String, Value>,
        named: Option<&str>,
        at: Place,
    ) -> Self {
        let mut read = Self::default();
        if let Some(listed) = members.get("enum") {
            let place = parser.trail.key(at, "enum");
            match listed {
                Value::Array(values) if !values.is_empty() => {
                    for (index, value) in values.iter().enumerate() {
                        let place = parser.trail.index(place, index);
                        read.add(value, named, parser, place);
                    }
                }
                other => parser.refuse(at, "enum", format!("expected an array of scalars, found {}", found(other))),
            }
        }
        if let Some(value) = members.get("const") {
            let among = members.get("enum").and_then(Value::as_array).is_none_or(|values| values.contains(value));
            if !among {
                parser.refuse(at, "const", "not one of the values of `enum`");
            }
            read = Self::default();
            let place = parser.trail.key(at, "const");
            read.add(value, named, parser, place);
        }
        read
    }

    fn add<'a>(&mut self, value: &'a Value, named: Option<&str>, parser: &mut Parser<'a>, at: Place) {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(n) if named == Some("integer") && integral(n) => "integer",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) | Value::Object(_) => {
                let message = format!("expected a scalar, found {}", found(value));
                parser.out.push(Violation::new(parser.trail.text(at), message));
                return;
            }
        };
        if let Some(name) = named.filter(|name| *name != kind) {
            let message = format!("expected a literal of type {}, found {}", quoted(name), found(value));
            parser.out.push(Violation::new(parser.trail.text(at), message));
            return;
        }
        match value {
            Value::Bool(b) => self.booleans.push(*b),
            Value::Number(n) => self.numbers.push(n.clone()),
            Value::String(s) => self.strings.push(s.clone()),
            _ => self.null = true,
        }
    }

    /// The kinds of which there is a literal.
    pub(super) fn kinds(&self) -> Vec<&'static str> {
        let kinds = [
            ("null", self.null),
            ("boolean", !self.booleans.is_empty()),
            ("number", !self.numbers.is_empty()),
            ("string", !self.strings.is_empty()),
        ];
        kinds.into_iter().filter(|(_, there)| *there).map(|(kind, _)| kind).collect()
    }
}
