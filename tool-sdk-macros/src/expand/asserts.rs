//! Assertions that only the compiler can decide, because a macro sees no types: each is a constant of its own, on the token that
//! the author has to change.
//!
//! Those of a generic type stand in one associated constant, which is evaluated when the type is used with concrete types.

use proc_macro2::{Literal, Span, TokenStream};
use syn::{Expr, UnOp};

use super::field::rule;
use crate::attr::{Num, peel_expr, span_of};
use crate::model::{Field, Role, RuleKind, TypeModel, Variant};

/// The assertions as items, for a type without parameters.
pub(super) fn items(model: &TypeModel, asserts: &[TokenStream]) -> TokenStream {
    if is_generic(model) { TokenStream::new() } else { emit!(#(const _: () = #asserts;)*) }
}

/// The assertions as one associated constant, for a generic type.
pub(super) fn constant(model: &TypeModel, asserts: &[TokenStream]) -> Option<TokenStream> {
    is_generic(model).then(|| emit!(const CHECK: () = { #(#asserts;)* };))
}

/// Mentions that constant where the type is read.
pub(super) fn evaluate(model: &TypeModel) -> TokenStream {
    if is_generic(model) { emit!(const { <Self as __Table>::CHECK };) } else { TokenStream::new() }
}

pub(super) fn is_generic(model: &TypeModel) -> bool {
    !model.generics.params.is_empty()
}

/// The type as an assertion can name it.
pub(super) fn me(model: &TypeModel) -> TokenStream {
    let ident = &model.ident;
    if is_generic(model) { emit!(Self) } else { emit!(#ident) }
}

/// The assertions on the fields of one table.
pub(super) fn of_fields(model: &TypeModel, table: &TokenStream, fields: &[Field]) -> Vec<TokenStream> {
    let me = me(model);
    let mut asserts = Vec::new();
    for field in fields {
        match field.role {
            Role::Property => {
                let name = &field.name.text;
                asserts.extend(on_field(model, field, &emit!(<#me as __Table>::#table.field(#name))));
            }
            Role::Flatten(_) => {
                let name = field.rust_name();
                asserts.push(emit_at!(span_of(&field.ty)=> __p::assert_flatten(<#me as __Table>::#table, #name)));
            }
            Role::Rest(_) => {
                let name = field.rust_name();
                asserts.push(emit_at!(span_of(&field.ty)=> __p::assert_rest(<#me as __Table>::#table.field(#name))));
            }
            Role::Skip(_) => {}
        }
    }
    asserts
}

/// The assertions on the one field of a newtype table.
pub(super) fn of_newtype(model: &TypeModel, table: &TokenStream, field: &Field) -> Vec<TokenStream> {
    let me = me(model);
    on_field(model, field, &emit!(<#me as __Table>::#table.field()))
}

/// A field under `#[cfg]` may not be there to be looked at.
pub(super) fn on_field(model: &TypeModel, field: &Field, entry: &TokenStream) -> Vec<TokenStream> {
    let mut asserts = Vec::new();
    for rule in &field.rules {
        let key = rule.key.to_string();
        asserts.push(emit_at!(rule.key.span()=> __p::assert_rule(#entry, #key)));
        if let RuleKind::Min(Num::Float(_))
        | RuleKind::Max(Num::Float(_))
        | RuleKind::ExclusiveMin(Num::Float(_))
        | RuleKind::ExclusiveMax(Num::Float(_))
        | RuleKind::MultipleOf(Num::Float(_)) = rule.kind
        {
            asserts.push(emit_at!(rule.span=> __p::assert_integral(#entry, #key)));
        }
    }
    asserts.extend(of_default(model, field));
    let cfg = &field.cfg;
    if cfg.is_empty() { asserts } else { asserts.into_iter().map(|assert| emit!({ #(#cfg)* { #assert }; })).collect() }
}

/// A constant default under rules. Whether an expression is a constant is taken from its form: paths, and arithmetic on them.
/// What is computed by a call is tried when the tool registers.
fn of_default(model: &TypeModel, field: &Field) -> Option<TokenStream> {
    let expr = field.default.as_ref()?.expr.as_ref()?;
    if is_generic(model) || field.unit.is_some() || !is_constant(expr) || is_literal(expr) {
        return None;
    }
    let numeric: Vec<_> = field.rules.iter().filter(|rule| is_numeric(&rule.kind)).map(rule).collect();
    let textual: Vec<_> = field.rules.iter().filter(|rule| is_textual(&rule.kind)).map(rule).collect();
    let (ty, span) = (&field.ty, span_of(expr));
    if !numeric.is_empty() {
        return Some(emit_at!(span=> {
            struct __Default;
            impl __p::Constant for __Default {
                type Of = #ty;
                const VALUE: #ty = #expr;
            }
            #[allow(unused_imports)]
            use __p::NotNumber as _;
            __p::assert_default_number(<__p::Number<__Default, #ty>>::PARTS, &[#(#numeric),*])
        }));
    }
    let text = !textual.is_empty() && matches!(peel_expr(expr), Expr::Path(_));
    text.then(|| emit_at!(span=> __p::assert_default_text(#expr, &[#(#textual),*])))
}

fn is_literal(expr: &Expr) -> bool {
    Num::of(expr).is_some() || matches!(peel_expr(expr), Expr::Lit(_))
}

fn is_constant(expr: &Expr) -> bool {
    match peel_expr(expr) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) && is_constant(&unary.expr),
        Expr::Binary(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        Expr::Cast(cast) => is_constant(&cast.expr),
        _ => false,
    }
}

fn is_numeric(rule: &RuleKind) -> bool {
    use RuleKind::{ExclusiveMax, ExclusiveMin, Max, Min, MultipleOf};
    matches!(rule, Min(_) | Max(_) | ExclusiveMin(_) | ExclusiveMax(_) | MultipleOf(_))
}

fn is_textual(rule: &RuleKind) -> bool {
    use RuleKind::{MaxLength, MinLength, NonEmpty, NotBlank};
    matches!(rule, MinLength(_) | MaxLength(_) | NonEmpty | NotBlank)
}

/// No two branches of an untagged union match the same JSON; said on the later of the two.
pub(super) fn disjoint(model: &TypeModel, variants: &[Variant]) -> Vec<TokenStream> {
    let me = me(model);
    let pairs = |i: usize, later: &Variant| {
        let later_name = later.ident.to_string();
        let span: Span = later.ident.span();
        let against = variants[..i].iter().enumerate().map(|(j, earlier)| {
            let earlier_name = earlier.ident.to_string();
            let shapes = emit!(<#me as __Table>::SHAPES);
            let (i, j) = (Literal::usize_unsuffixed(i), Literal::usize_unsuffixed(j));
            emit_at!(span=> __p::assert_disjoint(#shapes[#j], #earlier_name, #shapes[#i], #later_name);)
        });
        emit!({ #(#against)* })
    };
    variants.iter().enumerate().skip(1).map(|(i, later)| pairs(i, later)).collect()
}
