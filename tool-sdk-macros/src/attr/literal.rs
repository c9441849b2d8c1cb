//! What an author writes as a value: literals, as far as a macro can read them.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprUnary, Lit, LitStr, UnOp};

/// A number as the author wrote it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Num {
    Int(i128),
    Float(f64),
}

impl Num {
    pub(crate) fn as_f64(self) -> f64 {
        match self {
            Self::Int(n) => n as f64,
            Self::Float(n) => n,
        }
    }

    /// Exact between integers, as doubles otherwise.
    pub(crate) fn less_than(self, other: Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a < b,
            _ => self.as_f64() < other.as_f64(),
        }
    }

    /// The number that an expression is the literal of.
    pub(crate) fn of(expr: &Expr) -> Option<Self> {
        match peel_expr(expr) {
            Expr::Lit(ExprLit { lit: Lit::Int(lit), .. }) => lit.base10_parse().ok().map(Self::Int),
            Expr::Lit(ExprLit { lit: Lit::Float(lit), .. }) => {
                lit.base10_parse().ok().filter(|n: &f64| n.is_finite()).map(Self::Float)
            }
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match Self::of(expr)? {
                Self::Int(n) => n.checked_neg().map(Self::Int),
                Self::Float(n) => Some(Self::Float(-n)),
            },
            _ => None,
        }
    }
}

pub(crate) fn string(expr: &Expr) -> Option<LitStr> {
    match peel_expr(expr) {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        _ => None,
    }
}

/// What `macro_rules!` hands on comes in invisible groups.
pub(crate) fn peel_expr(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => peel_expr(&group.expr),
        Expr::Paren(paren) => peel_expr(&paren.expr),
        other => other,
    }
}

/// The span of everything that these tokens cover, as far as the compiler can join spans.
pub(crate) fn span_of(tokens: &impl ToTokens) -> Span {
    tokens.to_token_stream().span()
}
