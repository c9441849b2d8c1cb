//! The keywords beside `type`: which kind of value each speaks of, and what it asks for (contract S7).

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Job, Parser};
use crate::json::quoted;
use crate::schema::format::Format;
use crate::schema::model::{Additional, NodeId, OwnedRule, Property};
use crate::schema::pattern;
use crate::schema::rule::{Num, Rule};
use crate::schema::trail::Place;
use crate::schema::violation::{Violation, found};

/// The kind of value that a keyword speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Number,
    String,
    Array,
    Object,
}

/// The subject of a constraint keyword; none for any other key.
pub(super) fn subject(keyword: &str) -> Option<Subject> {
    Some(match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => Subject::Number,
        "minLength" | "maxLength" | "pattern" | "format" => Subject::String,
        "items" | "minItems" | "maxItems" | "uniqueItems" => Subject::Array,
        "properties" | "required" | "additionalProperties" => Subject::Object,
        _ => return None,
    })
}

/// The subject of a rule.
pub(super) fn subject_of(rule: &OwnedRule) -> Option<Subject> {
    Some(match rule {
        Rule::Min(_) | Rule::Max(_) | Rule::ExclusiveMin(_) | Rule::ExclusiveMax(_) | Rule::MultipleOf(_) => {
            Subject::Number
        }
        Rule::MinLength(_) | Rule::MaxLength(_) | Rule::NotBlank | Rule::Pattern(_) | Rule::Format(_) => {
            Subject::String
        }
        Rule::MinItems(_) | Rule::MaxItems(_) | Rule::UniqueItems => Subject::Array,
        Rule::NonEmpty => return None,
    })
}

/// The subject that values of a type are.
pub(super) fn subject_of_type(name: &str) -> Option<Subject> {
    Some(match name {
        "integer" | "number" => Subject::Number,
        "string" => Subject::String,
        "array" => Subject::Array,
        "object" => Subject::Object,
        _ => return None,
    })
}

/// What the keywords of one schema ask for, whatever its type.
#[derive(Default)]
pub(super) struct Constraints {
    pub(super) rules: Vec<OwnedRule>,
    pub(super) items: Option<NodeId>,
    pub(super) properties: Vec<Property>,
    pub(super) required: Vec<String>,
    pub(super) additional: Option<Additional>,
    /// Whether a keyword speaks of what is inside a container.
    containers: bool,
}

impl Constraints {
    /// Reads the constraint keywords in their order; those that the type never meets are refused, because they would say nothing.
    pub(super) fn read<'a>(
        parser: &mut Parser<'a>,
        members: &'a Map<String, Value>,
        named: Option<&str>,
        job: &Job<'a>,
    ) -> Self {
        let mut read = Self::default();
        for (keyword, value) in members {
            let Some(subject) = subject(keyword) else { continue };
            if let Some(name) = named
                && subject_of_type(name) != Some(subject)
            {
                parser.refuse(job.at, keyword, format!("says nothing about type {}", quoted(name)));
                continue;
            }
            let outcome = match subject {
                Subject::Object => read.object_keyword(parser, keyword, value, job),
                _ if keyword == "items" => {
                    read.containers = true;
                    let at = parser.trail.key(job.at, "items");
                    read.items = Some(parser.schedule(value, at, job.depth + 1));
                    Ok(())
                }
                _ => rule(keyword, value).map(|rule| read.rules.extend(rule)),
            };
            if let Err(message) = outcome {
                parser.refuse(job.at, keyword, message);
            }
        }
        read
    }

    pub(super) fn speak_of_containers(&self) -> bool {
        self.containers
    }

    fn object_keyword<'a>(
        &mut self,
        parser: &mut Parser<'a>,
        keyword: &'a str,
        value: &'a Value,
        job: &Job<'a>,
    ) -> Result<(), String> {
        self.containers = true;
        let at = parser.trail.key(job.at, keyword);
        match (keyword, value) {
            ("properties", Value::Object(members)) => {
                for (name, raw) in members {
                    let at = parser.trail.key(at, name);
                    let node = parser.schedule(raw, at, job.depth + 1);
                    self.properties.push(Property { name: name.clone(), node, required: false, aliases: Vec::new() });
                }
                Ok(())
            }
            ("properties", other) => Err(format!("expected an object of schemas, found {}", found(other))),
            ("required", value) => self.read_required(value, parser, at),
            (_, Value::Bool(open)) => {
                self.additional = Some(if *open { Additional::Open } else { Additional::Closed });
                Ok(())
            }
            (_, raw) => {
                self.additional = Some(Additional::Each(parser.schedule(raw, at, job.depth + 1)));
                Ok(())
            }
        }
    }

    fn read_required(&mut self, value: &Value, parser: &mut Parser<'_>, at: Place) -> Result<(), String> {
        let Value::Array(names) = value else {
            return Err(format!("expected an array of strings, found {}", found(value)));
        };
        let mut seen = HashSet::new();
        for (index, name) in names.iter().enumerate() {
            match name {
                Value::String(name) if seen.insert(name) => self.required.push(name.clone()),
                other => {
                    let path = format!("{}[{index}]", parser.trail.text(at));
                    let message = format!("expected another string, found {}", found(other));
                    parser.out.push(Violation::new(path, message));
                }
            }
        }
        Ok(())
    }
}

/// The rule that a keyword of numbers, strings or arrays stands for; none when it asks for nothing.
fn rule(keyword: &str, value: &Value) -> Result<Option<OwnedRule>, String> {
    Ok(Some(match keyword {
        "minimum" => Rule::Min(number(value)?),
        "maximum" => Rule::Max(number(value)?),
        "exclusiveMinimum" => Rule::ExclusiveMin(number(value)?),
        "exclusiveMaximum" => Rule::ExclusiveMax(number(value)?),
        "multipleOf" => match number(value)? {
            step if step.compare(Num::Int(0)).is_some_and(std::cmp::Ordering::is_gt) => Rule::MultipleOf(step),
            step => return Err(format!("expected a number above 0, found {step}")),
        },
        "minLength" => Rule::MinLength(count(value)?),
        "maxLength" => Rule::MaxLength(count(value)?),
        "minItems" => Rule::MinItems(count(value)?),
        "maxItems" => Rule::MaxItems(count(value)?),
        "pattern" => Rule::Pattern(pattern::translate(text(value)?).map_err(|error| error.to_string())?.into()),
        "format" => Rule::Format(format(text(value)?)?),
        _ => match value {
            Value::Bool(true) => Rule::UniqueItems,
            Value::Bool(false) => return Ok(None),
            other => return Err(format!("expected a boolean, found {}", found(other))),
        },
    }))
}

fn number(value: &Value) -> Result<Num, String> {
    value.as_number().and_then(Num::of).ok_or_else(|| format!("expected a number, found {}", found(value)))
}

/// `2.0` counts as well as `2` (contract J2).
fn count(value: &Value) -> Result<u64, String> {
    match value.as_number().and_then(Num::of) {
        Some(Num::Int(n)) if n >= 0 => Ok(u64::try_from(n).unwrap_or(u64::MAX)),
        _ => Err(format!("expected an integer, at least 0, found {}", found(value))),
    }
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("expected a string, found {}", found(value)))
}

fn format(keyword: &str) -> Result<Format, String> {
    Format::parse(keyword).ok_or_else(|| {
        let known = Format::ALL.map(|format| quoted(format.keyword())).join(", ");
        format!("expected one of {known}, found {}", quoted(keyword))
    })
}
