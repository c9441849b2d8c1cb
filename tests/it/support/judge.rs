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
    /// No end, but digits: what a double cannot hold is read as the nearest one (decision D35).
    F64,
}

impl Width {
    fn holds(self, spelling: &str) -> bool {
        let (min, max) = match self {
            Self::I32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
            Self::U32 => (0, i128::from(u32::MAX)),
            Self::I64 => (i128::from(i64::MIN), i128::from(i64::MAX)),
            Self::U64 => (0, i128::from(u64::MAX)),
            Self::F64 => return true,
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
        if json.is_lossy() {
            return false;
        }
        let mut read = json.clone();
        let held = self.widths.iter().all(|(steps, width)| read_as(&mut read, steps, *width));
        held && self.validator.is_valid(&read.to_value())
    }
}

/// Whether the width holds every number at the places of the path; doubles are rounded there.
fn read_as(json: &mut Json, steps: &[&str], width: Width) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return match json {
            Json::Number(spelling) => {
                let held = width.holds(spelling);
                if matches!(width, Width::F64) {
                    *spelling = format!("{:?}", spelling.parse::<f64>().unwrap_or_default());
                }
                held
            }
            _ => true,
        };
    };
    let further = |key: &str, part: &mut Json| match *step {
        "**" => read_as(part, steps, width),
        "*" => read_as(part, rest, width),
        step => step != key || read_as(part, rest, width),
    };
    let below = match json {
        Json::Array(items) => items.iter_mut().enumerate().all(|(i, item)| further(&i.to_string(), item)),
        Json::Object(members) => members.iter_mut().all(|(key, member)| further(key, member)),
        _ => true,
    };
    below && (*step != "**" || read_as(json, rest, width))
}
