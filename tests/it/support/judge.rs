//! Who says whether a schema accepts a value: the `jsonschema` crate on the emitted text, formats asserted, and the ends of the
//! integer types that decision D27 does not write into schemas.

use jsonschema::{Draft, Validator};
use serde_json::Value;

use super::json::{Exact, Json, exact};

/// A number type whose ends no schema states.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Width {
    I32,
    U32,
    I64,
    U64,
    F32,
}

impl Width {
    fn holds(self, spelling: &str) -> bool {
        let (min, max) = match self {
            Self::I32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
            Self::U32 => (0, i128::from(u32::MAX)),
            Self::I64 => (i128::from(i64::MIN), i128::from(i64::MAX)),
            Self::U64 => (0, i128::from(u64::MAX)),
            Self::F32 => {
                return match exact(spelling) {
                    Exact::Decimal(n) => (n as f32).is_finite(),
                    Exact::Integer(_) => true,
                    Exact::Beyond => false,
                };
            }
        };
        match exact(spelling) {
            Exact::Integer(n) => (min..=max).contains(&n),
            Exact::Decimal(n) => n.fract() != 0.0 || (min..=max).contains(&(n as i128)),
            Exact::Beyond => false,
        }
    }
}

/// Where a width applies: keys and indices joined by dots, `*` for any one of them, `**` for any number of them.
pub(crate) type Widths = [(&'static str, Width)];

/// A schema and the widths of its type.
pub(crate) struct Judge {
    validator: Validator,
    widths: Vec<(Vec<&'static str>, Width)>,
}

/// The validator of a document or of a part of one.
pub(crate) fn validator(schema: &Value) -> Validator {
    let options = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
    match options.build(schema) {
        Ok(validator) => validator,
        Err(error) => panic!("the emitted schema is none: {error}\n{schema}"),
    }
}

impl Judge {
    pub(crate) fn new(schema: &Value, widths: &Widths) -> Self {
        let steps = |path: &'static str| if path.is_empty() { Vec::new() } else { path.split('.').collect() };
        Self {
            validator: validator(schema),
            widths: widths.iter().map(|(path, width)| (steps(path), *width)).collect(),
        }
    }

    pub(crate) fn accepts(&self, json: &Json) -> bool {
        !json.is_lossy() && self.validator.is_valid(&json.to_value()) && self.widths_hold(json)
    }

    fn widths_hold(&self, json: &Json) -> bool {
        self.widths.iter().all(|(steps, width)| holds(json, steps, *width))
    }
}

fn holds(json: &Json, steps: &[&str], width: Width) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return match json {
            Json::Number(spelling) => width.holds(spelling),
            _ => true,
        };
    };
    let further = |key: &str, part: &Json| match *step {
        "**" => holds(part, steps, width),
        "*" => holds(part, rest, width),
        step => step != key || holds(part, rest, width),
    };
    let here = *step != "**" || holds(json, rest, width);
    here && match json {
        Json::Array(items) => items.iter().enumerate().all(|(i, item)| further(&i.to_string(), item)),
        Json::Object(members) => members.iter().all(|(key, member)| further(key, member)),
        _ => true,
    }
}
