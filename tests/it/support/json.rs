//! JSON as it is written: numbers keep their spelling and an object may hold a key twice, so that a test knows what a text says
//! without asking a reader.

use serde_json::{Number, Value};

use super::dice::Dice;

/// A JSON text, not yet read by anybody.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// As it is spelt.
    Number(String),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// What a spelling of a number stands for (contract J1, J2, decision D35).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Exact {
    Integer(i128),
    Decimal(f64),
    /// An integer beyond 64 bits, or a decimal beyond every double.
    Beyond,
}

/// Reads a spelling without the reader that is tested.
pub(crate) fn exact(spelling: &str) -> Exact {
    let held = i128::from(i64::MIN)..=i128::from(u64::MAX);
    let whole = whole(spelling).filter(|n| held.contains(n));
    match (whole, spelling.parse::<f64>()) {
        (Some(n), _) => Exact::Integer(n),
        (None, Ok(n)) if n.is_finite() && spelling.contains(['.', 'e', 'E']) => Exact::Decimal(n),
        _ => Exact::Beyond,
    }
}

/// The integer that is spelt, if it is one and no monster.
fn whole(spelling: &str) -> Option<i128> {
    let (mantissa, exponent) = spelling.split_once(['e', 'E']).unwrap_or((spelling, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
    let shift = exponent.parse::<i64>().ok()? - fraction.len() as i64;
    match shift {
        _ if digits == 0 => Some(0),
        0..=20 => digits.checked_mul(10_i128.pow(shift as u32)),
        -20..0 if digits % 10_i128.pow(-shift as u32) == 0 => Some(digits / 10_i128.pow(-shift as u32)),
        _ => None,
    }
}

impl Json {
    pub(crate) fn integer(n: i128) -> Self {
        Self::Number(n.to_string())
    }

    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// Whether contract J1 refuses this whatever is asked for: a key twice, a number that nothing holds.
    pub(crate) fn is_lossy(&self) -> bool {
        match self {
            Self::Number(spelling) => exact(spelling) == Exact::Beyond,
            Self::Array(items) => items.iter().any(Self::is_lossy),
            Self::Object(members) => members
                .iter()
                .enumerate()
                .any(|(i, (key, member))| member.is_lossy() || members[..i].iter().any(|(other, _)| other == key)),
            _ => false,
        }
    }

    /// The tree for the independent validator. Of a key that stands twice the last one is kept.
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(b) => Value::Bool(*b),
            Self::Number(spelling) => number(spelling),
            Self::Text(text) => Value::String(text.clone()),
            Self::Array(items) => items.iter().map(Self::to_value).collect(),
            Self::Object(members) => members.iter().map(|(key, member)| (key.clone(), member.to_value())).collect(),
        }
    }

    pub(crate) fn from_value(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(b) => Self::Bool(*b),
            Value::Number(n) => Self::Number(n.to_string()),
            Value::String(text) => Self::Text(text.clone()),
            Value::Array(items) => Self::Array(items.iter().map(Self::from_value).collect()),
            Value::Object(members) => {
                Self::Object(members.iter().map(|(key, member)| (key.clone(), Self::from_value(member))).collect())
            }
        }
    }

    /// One of the many texts that say this.
    pub(crate) fn written(&self, dice: &mut Dice) -> String {
        let mut out = String::new();
        let spaced = dice.percent(20);
        self.write(&mut out, dice, spaced);
        out
    }

    fn write(&self, out: &mut String, dice: &mut Dice, spaced: bool) {
        space(out, dice, spaced);
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
            Self::Number(spelling) => out.push_str(spelling),
            Self::Text(text) => quote(text, out, dice),
            Self::Array(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    item.write(out, dice, spaced);
                }
                space(out, dice, spaced);
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (i, (key, member)) in members.iter().enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    space(out, dice, spaced);
                    quote(key, out, dice);
                    space(out, dice, spaced);
                    out.push(':');
                    member.write(out, dice, spaced);
                }
                space(out, dice, spaced);
                out.push('}');
            }
        }
        space(out, dice, spaced);
    }
}

fn number(spelling: &str) -> Value {
    match exact(spelling) {
        Exact::Integer(n) => match i64::try_from(n) {
            Ok(n) => Value::from(n),
            Err(_) => u64::try_from(n).map_or(Value::Null, Value::from),
        },
        Exact::Decimal(n) => Number::from_f64(n).map_or(Value::Null, Value::Number),
        Exact::Beyond => Value::Null,
    }
}

fn space(out: &mut String, dice: &mut Dice, spaced: bool) {
    if spaced && dice.percent(30) {
        let some = *dice.pick(&[" ", "\n", "\t", "\r\n", "  "]);
        out.push_str(some);
    }
}

fn quote(text: &str, out: &mut String, dice: &mut Dice) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '/' if dice.percent(10) => out.push_str("\\/"),
            '\n' if dice.percent(50) => out.push_str("\\n"),
            c if c.is_control() || dice.percent(1) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
