//! What the type system cannot exclude of a typed value: broken rules, and what the author's own check says (contract S7, E7).

use std::any::Any;

use serde_json::Value;

use super::rule::{Measure, Rule};
use super::table::{Field, Form, Newtype, Object, Watch};
use super::validate::unique::repeated;
use super::violation::{Path, Violation, Violations};
use crate::json::{Encoder, MAX_DEPTH};

/// Checks the parts of an object.
pub fn check_object(table: &'static Object, parts: &[&dyn Any], at: &Path<'_>, out: &mut Violations) {
    if too_deep(at, out) || table.watch == Watch::Nothing || (table.watch == Watch::Rules && at.is_decoded()) {
        return;
    }
    check_fields(table, parts, at, out);
}

fn check_fields(table: &'static Object, parts: &[&dyn Any], at: &Path<'_>, out: &mut Violations) {
    for (field, part) in table.fields.iter().zip(parts) {
        match field.form {
            Form::Plain
                if field.ops.check.is_none() && (field.rules.is_empty() || (at.is_decoded() && !field.unique)) => {}
            Form::Plain => check_part(field, *part, &at.key(field.name), out),
            Form::Flatten(_) | Form::Rest => {
                if let Some(check) = field.ops.check {
                    check(*part, at, out);
                }
            }
            Form::Tag(_) | Form::Content(_) => {}
        }
    }
}

/// Checks an adjacently tagged variant whose content has fields.
pub fn check_adjacent(
    table: &'static Object,
    content: &'static Object,
    parts: &[&dyn Any],
    at: &Path<'_>,
    out: &mut Violations,
) {
    let key = table.fields.iter().find(|f| matches!(f.form, Form::Content(_))).map_or("", |f| f.name);
    check_object(content, parts, &at.key(key), out);
}

/// Checks the inner value of a newtype against the rules that stand on it.
pub fn check_newtype(table: &'static Newtype, inner: &dyn Any, at: &Path<'_>, out: &mut Violations) {
    check_part(&table.inner, inner, at, out);
}

#[inline]
fn check_part(field: &Field, part: &dyn Any, at: &Path<'_>, out: &mut Violations) {
    if let Some(check) = field.ops.check {
        check(part, at, out);
    }
    if !field.rules.is_empty() && (field.unique || !(field.ops.keeps)(part, field.rules)) {
        broken_rules(field, part, at, out);
    }
}

/// Tells which rules are broken, once it is known that some may be. The value is looked at as JSON: so no type needs code of its
/// own for what hardly ever happens.
#[cold]
fn broken_rules(field: &Field, part: &dyn Any, at: &Path<'_>, out: &mut Violations) {
    let mut json = Encoder::compact();
    (field.ops.encode)(part, &mut json);
    let Ok(value) = crate::json::parse(&json.finish()) else { return };
    let measure = Measure::of(&value);
    for rule in field.rules {
        let kept = match (rule, &value) {
            (Rule::UniqueItems, Value::Array(items)) => repeated(items).is_none(),
            _ => rule.admits(measure),
        };
        if !kept {
            let found = if matches!(rule, Rule::UniqueItems) { "an item twice".to_owned() } else { measure.found() };
            out.push(Violation::expected(at.to_string(), rule.phrase(), found));
        }
    }
}

/// Past the depth limit nothing is looked at, so that a recursive value of any depth costs a bounded stack (contract J4).
pub(crate) fn too_deep(at: &Path<'_>, out: &mut Violations) -> bool {
    let deep = at.depth() >= MAX_DEPTH;
    if deep {
        out.push(Violation::new(String::new(), format!("nesting deeper than {MAX_DEPTH} levels")));
    }
    deep
}

/// What a cross-field check found: a problem in the author's words, at a field or at the whole.
///
/// ```
/// use tool_sdk::prelude::*;
///
/// /// A span of lines.
/// #[derive(ToolArgs)]
/// #[tool(check = in_order)]
/// struct Span {
///     /// First line.
///     from: u32,
///     /// Last line.
///     to: u32,
/// }
///
/// fn in_order(span: &Span) -> Result<(), Invalid> {
///     if span.from > span.to {
///         return Err(Invalid::at("to", "must not be less than `from`"));
///     }
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Invalid {
    path: String,
    message: String,
}

impl Invalid {
    /// A problem of one field, named as on the wire.
    pub fn at(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl From<&str> for Invalid {
    fn from(message: &str) -> Self {
        Self::at("", message)
    }
}

impl From<String> for Invalid {
    fn from(message: String) -> Self {
        Self::at("", message)
    }
}

/// What a function named by `check = …` may return.
#[diagnostic::on_unimplemented(
    message = "a check returns `Result<(), Invalid>`, not `{Self}`",
    label = "not the outcome of a check",
    note = "`Result<(), String>` and `Result<(), &str>` are fine too"
)]
pub trait CheckOutcome {
    /// The problem, if there is one.
    #[doc(hidden)]
    fn problem(self) -> Option<Invalid>;
}

impl<E: Into<Invalid>> CheckOutcome for Result<(), E> {
    fn problem(self) -> Option<Invalid> {
        self.err().map(Into::into)
    }
}

/// Notes what the author's check said.
pub fn check_with(outcome: impl CheckOutcome, at: &Path<'_>, out: &mut Violations) {
    if let Some(Invalid { path, message }) = outcome.problem() {
        let here = at.to_string();
        let path = match (here.is_empty(), path.is_empty()) {
            (true, _) => path,
            (false, true) => here,
            (false, false) => format!("{here}.{path}"),
        };
        out.push(Violation::new(path, message));
    }
}
