//! Constraints among themselves, and literals against constraints.

use proc_macro2::Span;
use syn::{Expr, Lit};

use crate::attr::{Num, peel_expr, span_of};
use crate::diag::Diag;
use crate::model::{Field, Rule, RuleKind};
use crate::pattern;

/// Rules that no value can keep.
pub(super) fn check_rules(rules: &[Rule], diag: &Diag) {
    for (i, rule) in rules.iter().enumerate() {
        if let RuleKind::MultipleOf(step) = rule.kind
            && !Num::Int(0).less_than(step)
        {
            diag.at(rule.span, "`multiple_of` is more than zero");
        }
        for other in &rules[..i] {
            if let Some(why) = clash(other, rule) {
                diag.at(rule.span, why);
            }
        }
    }
}

/// Why no value can keep both rules, the lower bound standing first.
fn clash(low: &Rule, high: &Rule) -> Option<String> {
    use RuleKind::{
        ExclusiveMax, ExclusiveMin, Max, MaxItems, MaxLength, Min, MinItems, MinLength, NonEmpty, NotBlank,
    };
    let (a, b) = (&low.key, &high.key);
    let empty = match (&low.kind, &high.kind) {
        (Min(_), ExclusiveMin(_)) | (Max(_), ExclusiveMax(_)) => {
            return Some(format!("`{b}` excludes `{a}`: keep one"));
        }
        (Min(least), Max(most)) => most.less_than(*least),
        (Min(least), ExclusiveMax(most)) => !least.less_than(*most),
        (ExclusiveMin(least), ExclusiveMax(most)) => !least.less_than(*most),
        // The order of keys in a rule list puts `max` before `exclusive_min`.
        (Max(most), ExclusiveMin(least)) => !least.less_than(*most),
        (MinLength(least), MaxLength(most)) | (MinItems(least), MaxItems(most)) => most < least,
        (MaxLength(0) | MaxItems(0), NonEmpty | NotBlank) => true,
        _ => return None,
    };
    empty.then(|| format!("no value keeps both `{a}` and `{b}`: {}", phrase(&low.kind, &high.kind)))
}

fn phrase(low: &RuleKind, high: &RuleKind) -> String {
    match (measure(low), measure(high)) {
        (Some(low), Some(high)) => format!("{low} and {high}"),
        _ => "one of them asks for nothing at all".to_owned(),
    }
}

fn measure(rule: &RuleKind) -> Option<String> {
    Some(match rule {
        RuleKind::Min(n) => format!("at least {}", show(*n)),
        RuleKind::Max(n) => format!("at most {}", show(*n)),
        RuleKind::ExclusiveMin(n) => format!("more than {}", show(*n)),
        RuleKind::ExclusiveMax(n) => format!("less than {}", show(*n)),
        RuleKind::MinLength(n) | RuleKind::MinItems(n) => format!("at least {n}"),
        RuleKind::MaxLength(n) | RuleKind::MaxItems(n) => format!("at most {n}"),
        _ => return None,
    })
}

fn show(number: Num) -> String {
    match number {
        Num::Int(n) => n.to_string(),
        Num::Float(n) => format!("{n:?}"),
    }
}

/// The default and the examples, as far as they are literals; constants are tried while the program is compiled, and everything
/// else when the tool registers.
pub(super) fn check_literals(field: &Field, diag: &Diag) {
    if field.unit.is_some() {
        return;
    }
    if let Some(expr) = field.default.as_ref().and_then(|default| default.expr.as_ref()) {
        check_literal("the default", expr, &field.rules, diag);
    }
    for example in &field.examples {
        check_literal("this example", &example.literal, &field.rules, diag);
    }
}

/// Reports the first rule that a literal breaks.
fn check_literal(what: &str, literal: &Expr, rules: &[Rule], diag: &Diag) {
    if let Some(rule) = rules.iter().find(|rule| breaks(literal, &rule.kind)) {
        let span: Span = span_of(literal);
        let bound =
            measure(&rule.kind).map_or_else(|| format!("`{}`", rule.key), |bound| format!("`{}`: {bound}", rule.key));
        diag.at(span, format!("{what} breaks {bound}"));
    }
}

fn breaks(literal: &Expr, rule: &RuleKind) -> bool {
    match peel_expr(literal) {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Str(text) => text_breaks(&text.value(), rule),
            _ => Num::of(literal).is_some_and(|number| number_breaks(number, rule)),
        },
        Expr::Array(array) => count_breaks(array.elems.len() as u64, rule),
        _ => Num::of(literal).is_some_and(|number| number_breaks(number, rule)),
    }
}

fn number_breaks(number: Num, rule: &RuleKind) -> bool {
    match *rule {
        RuleKind::Min(least) => number.less_than(least),
        RuleKind::Max(most) => most.less_than(number),
        RuleKind::ExclusiveMin(least) => !least.less_than(number),
        RuleKind::ExclusiveMax(most) => !number.less_than(most),
        RuleKind::MultipleOf(step) => match (number, step) {
            (Num::Int(n), Num::Int(step)) => step != 0 && n % step != 0,
            _ => {
                let times = number.as_f64() / step.as_f64();
                (times - times.round()).abs() > 1e-9 * times.abs().max(1.0)
            }
        },
        _ => false,
    }
}

fn text_breaks(text: &str, rule: &RuleKind) -> bool {
    let length = text.chars().count() as u64;
    match rule {
        RuleKind::MinLength(least) => length < *least,
        RuleKind::MaxLength(most) => length > *most,
        RuleKind::NonEmpty => text.is_empty(),
        RuleKind::NotBlank => text.trim().is_empty(),
        RuleKind::Pattern(pattern) => pattern::compile(pattern).is_ok_and(|engine| !engine.is_match(text)),
        _ => false,
    }
}

fn count_breaks(count: u64, rule: &RuleKind) -> bool {
    match *rule {
        RuleKind::MinItems(least) => count < least,
        RuleKind::MaxItems(most) => count > most,
        RuleKind::NonEmpty => count == 0,
        _ => false,
    }
}
