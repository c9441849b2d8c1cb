//! The constraints that a schema can carry, each with the one test that the typed check and the tree validator share.
//!
//! A rule is generic over its text, so that the static tables of a derive hold `Rule<&'static str>` and a schema that was read
//! from JSON holds `Rule<Box<str>>`; what a rule means is written once for both.

mod decimal;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock, RwLock};

use regex_lite::Regex;
use serde_json::{Number, Value};

use super::format::Format;
use super::pattern;
use super::violation::found_text;

/// A bound of a numeric rule: exact for integers, a double otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Num {
    /// An integer bound.
    Int(i128),
    /// A bound that is no integer.
    Float(f64),
}

impl Num {
    /// The bound that a JSON number stands for.
    pub fn of(number: &Number) -> Option<Self> {
        if let Some(n) = number.as_i64() {
            return Some(Self::Int(n.into()));
        }
        if let Some(n) = number.as_u64() {
            return Some(Self::Int(n.into()));
        }
        let float = number.as_f64().filter(|n| n.is_finite())?;
        Some(Self::normal(float))
    }

    /// `5.0` is the integer 5 (contract J2), as far as a double holds it exactly.
    pub(crate) fn normal(float: f64) -> Self {
        // Every double of this size without a fraction is an integer that an i128 holds.
        if float.fract() == 0.0 && float.abs() < 1e36 { Self::Int(float as i128) } else { Self::Float(float) }
    }

    /// Compares two bounds exactly, without rounding a large integer to a double.
    pub fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => Some(a.cmp(&b)),
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(&b),
            (Self::Int(a), Self::Float(b)) => compare_int_float(a, b),
            (Self::Float(a), Self::Int(b)) => compare_int_float(b, a).map(Ordering::reverse),
        }
    }

    /// The bound as a JSON number.
    pub fn to_json(self) -> Value {
        match self {
            Self::Int(n) => i64::try_from(n)
                .map(Value::from)
                .or_else(|_| u64::try_from(n).map(Value::from))
                .unwrap_or_else(|_| Number::from_f64(n as f64).map_or(Value::Null, Value::Number)),
            Self::Float(n) => Number::from_f64(n).map_or(Value::Null, Value::Number),
        }
    }
}

/// A double beyond ±2^127 lies beyond every i128; nearer ones are compared by their whole part first.
fn compare_int_float(int: i128, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float >= 1.7e38 {
        return Some(Ordering::Less);
    }
    if float <= -1.7e38 {
        return Some(Ordering::Greater);
    }
    let whole = float.trunc() as i128;
    Some(int.cmp(&whole).then_with(|| 0.0.partial_cmp(&float.fract()).unwrap_or(Ordering::Equal)))
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(n) => write!(f, "{n}"),
            Self::Float(n) => write!(f, "{n:?}"),
        }
    }
}

/// What a rule looks at: the size or content of one value, whatever its type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Measure<'a> {
    /// A number.
    Number(Num),
    /// A string.
    Text(&'a str),
    /// An array of this many items.
    Items(usize),
    /// Nothing that a rule speaks of; every rule admits it.
    Nothing,
}

impl<'a> Measure<'a> {
    /// Measures a JSON value.
    pub fn of(value: &'a Value) -> Self {
        match value {
            Value::Number(n) => Num::of(n).map_or(Self::Nothing, Self::Number),
            Value::String(s) => Self::Text(s),
            Value::Array(items) => Self::Items(items.len()),
            _ => Self::Nothing,
        }
    }

    /// What was measured, to stand after "found".
    pub fn found(self) -> String {
        match self {
            Self::Number(n) => n.to_string(),
            Self::Text(text) => found_text(text),
            Self::Items(1) => "1 item".to_owned(),
            Self::Items(n) => format!("{n} items"),
            Self::Nothing => "nothing".to_owned(),
        }
    }
}

/// One constraint beside the type (contract S7).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Rule<S = &'static str> {
    /// `minimum`
    Min(Num),
    /// `maximum`
    Max(Num),
    /// `exclusiveMinimum`
    ExclusiveMin(Num),
    /// `exclusiveMaximum`
    ExclusiveMax(Num),
    /// `multipleOf`
    MultipleOf(Num),
    /// `minLength`, in characters
    MinLength(u64),
    /// `maxLength`, in characters
    MaxLength(u64),
    /// At least one character (`minLength: 1`) or item (`minItems: 1`), whichever the value has.
    NonEmpty,
    /// Something else than white space of ASCII
    NotBlank,
    /// `pattern`, in the dialect that ECMA-262 and our engine read alike
    Pattern(S),
    /// `format`
    Format(Format),
    /// `minItems`
    MinItems(u64),
    /// `maxItems`
    MaxItems(u64),
    /// `uniqueItems`
    UniqueItems,
}

/// Whether a value of this measure keeps all rules.
pub(crate) fn rules_kept(rules: &[Rule], measure: Measure<'_>) -> bool {
    for rule in rules {
        if !rule.admits(measure) {
            return false;
        }
    }
    true
}

/// The same for an integer, without a detour over [`Measure`]: most rules stand on integers.
#[inline]
pub(crate) fn integer_keeps(rules: &[Rule], n: i128) -> bool {
    for rule in rules {
        let kept = match rule {
            Rule::Min(Num::Int(bound)) => n >= *bound,
            Rule::Max(Num::Int(bound)) => n <= *bound,
            other => other.admits(Measure::Number(Num::Int(n))),
        };
        if !kept {
            return false;
        }
    }
    true
}

/// `not_blank` on the wire: a character that is no white space of ASCII. A class of all white space of Unicode would cost every
/// request about forty tokens, and `\S` differs between engines (decision D36).
pub(crate) const NOT_BLANK_PATTERN: &str = "[^\\t-\\r ]";

impl<S: AsRef<str>> Rule<S> {
    /// Whether the measured value keeps this rule. [`Rule::UniqueItems`] needs the items themselves and is always kept here.
    pub fn admits(&self, measure: Measure<'_>) -> bool {
        match (self, measure) {
            (Self::Min(bound), Measure::Number(n)) => n.compare(*bound).is_some_and(Ordering::is_ge),
            (Self::Max(bound), Measure::Number(n)) => n.compare(*bound).is_some_and(Ordering::is_le),
            (Self::ExclusiveMin(bound), Measure::Number(n)) => n.compare(*bound).is_some_and(Ordering::is_gt),
            (Self::ExclusiveMax(bound), Measure::Number(n)) => n.compare(*bound).is_some_and(Ordering::is_lt),
            (Self::MultipleOf(step), Measure::Number(n)) => decimal::is_multiple(n, *step),
            (Self::MinLength(least), Measure::Text(s)) => s.chars().take(bounded(*least)).count() as u64 >= *least,
            (Self::MaxLength(most), Measure::Text(s)) => s.len() as u64 <= *most || s.chars().count() as u64 <= *most,
            (Self::NonEmpty, Measure::Text(s)) => !s.is_empty(),
            (Self::NonEmpty, Measure::Items(n)) => n > 0,
            (Self::NotBlank, Measure::Text(s)) => s.bytes().any(|b| !matches!(b, b'\t'..=b'\r' | b' ')),
            (Self::Pattern(p), Measure::Text(s)) => regex(p.as_ref()).is_some_and(|r| r.is_match(s)),
            (Self::Format(format), Measure::Text(s)) => format.matches(s),
            (Self::MinItems(least), Measure::Items(n)) => n as u64 >= *least,
            (Self::MaxItems(most), Measure::Items(n)) => n as u64 <= *most,
            _ => true,
        }
    }

    /// What the rule asks for, to stand after "expected": `at least 1`.
    pub fn phrase(&self) -> String {
        match self {
            Self::Min(n) => format!("at least {n}"),
            Self::Max(n) => format!("at most {n}"),
            Self::ExclusiveMin(n) => format!("more than {n}"),
            Self::ExclusiveMax(n) => format!("less than {n}"),
            Self::MultipleOf(n) => format!("a multiple of {n}"),
            Self::MinLength(n) => format!("at least {n} {}", plural(*n, "character")),
            Self::MaxLength(n) => format!("at most {n} {}", plural(*n, "character")),
            Self::NonEmpty => "something that is not empty".to_owned(),
            Self::NotBlank => "text that is not blank".to_owned(),
            Self::Pattern(p) => format!("text matching /{}/", p.as_ref()),
            Self::Format(format) => format!("a {}", format.name()),
            Self::MinItems(n) => format!("at least {n} {}", plural(*n, "item")),
            Self::MaxItems(n) => format!("at most {n} {}", plural(*n, "item")),
            Self::UniqueItems => "items that differ".to_owned(),
        }
    }

    /// The same rule with its text in another type.
    pub fn map_text<T>(self, text: impl FnOnce(S) -> T) -> Rule<T> {
        match self {
            Self::Min(n) => Rule::Min(n),
            Self::Max(n) => Rule::Max(n),
            Self::ExclusiveMin(n) => Rule::ExclusiveMin(n),
            Self::ExclusiveMax(n) => Rule::ExclusiveMax(n),
            Self::MultipleOf(n) => Rule::MultipleOf(n),
            Self::MinLength(n) => Rule::MinLength(n),
            Self::MaxLength(n) => Rule::MaxLength(n),
            Self::NonEmpty => Rule::NonEmpty,
            Self::NotBlank => Rule::NotBlank,
            Self::Pattern(p) => Rule::Pattern(text(p)),
            Self::Format(format) => Rule::Format(format),
            Self::MinItems(n) => Rule::MinItems(n),
            Self::MaxItems(n) => Rule::MaxItems(n),
            Self::UniqueItems => Rule::UniqueItems,
        }
    }
}

fn bounded(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

fn plural(n: u64, noun: &str) -> String {
    if n == 1 { noun.to_owned() } else { format!("{noun}s") }
}

/// What became of each pattern; nothing for one that does not compile.
type Compiled = RwLock<HashMap<Box<str>, Option<Arc<Regex>>>>;

/// Patterns are compiled once for the process; the set is as small as the set of declared patterns.
fn regex(pattern: &str) -> Option<Arc<Regex>> {
    static COMPILED: OnceLock<Compiled> = OnceLock::new();
    let compiled = COMPILED.get_or_init(RwLock::default);
    if let Ok(map) = compiled.read()
        && let Some(known) = map.get(pattern)
    {
        return known.clone();
    }
    let fresh = pattern::compile(pattern).ok().map(Arc::new);
    if let Ok(mut map) = compiled.write() {
        map.insert(pattern.into(), fresh.clone());
    }
    fresh
}
