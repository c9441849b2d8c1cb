//! One field: its entry in the table, its slot while it is read, and its part while it is written.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::{Expr, ExprLit, Lit, Member, Type};

use crate::attr::{Num, peel_expr, span_of};
use crate::model::{DefaultValue, Field, Role, Rule, RuleKind, json_string};

/// The local that holds the field at this place. Locals of ours begin with two underscores: hygiene hides them from the author's
/// locals, and a constant of the author's that had their name would be taken for a pattern.
pub(super) fn slot(index: usize) -> Ident {
    format_ident!("__f{index}", span = Span::mixed_site())
}

/// ```text
/// __p::Field::new("limit", "\"limit\":", "Lines of context.", <u32 as __p::ToolValue>::OPS).rules(&[…]).default(…)
/// ```
pub(super) fn entry(field: &Field) -> TokenStream {
    let cfg = &field.cfg;
    let name = field.rust_name();
    let ty = &field.ty;
    let ops = ops(field);
    match field.role {
        Role::Property => {
            let field = property(&field.name.text, field);
            emit!(#(#cfg)* #field)
        }
        Role::Flatten(_) => {
            emit!(#(#cfg)* __p::Field::flatten(#name, #ops, &<#ty as __p::ToolValue>::SHAPE))
        }
        Role::Rest(_) => emit!(#(#cfg)* __p::Field::rest(#name, #ops)),
        Role::Skip(_) => TokenStream::new(),
    }
}

/// The table entry of a property of this name.
pub(super) fn property(name: &str, field: &Field) -> TokenStream {
    let key = if name.is_empty() { String::new() } else { json_string(name) + ":" };
    let (description, ops) = (&field.description, ops(field));
    let rules = non_empty(field.rules.iter().map(rule), |list| emit!(.rules(&[#list])));
    let aliases = non_empty(
        field.aliases.iter().map(|alias| alias.value().into_token_stream()),
        |list| emit!(.aliases(&[#list])),
    );
    let examples = non_empty(
        field.examples.iter().map(|example| example.json.to_token_stream()),
        |list| emit!(.examples(&[#list])),
    );
    let default = field.default.as_ref().map(|_| {
        let (value, write) = (default_value(field), writer(field));
        emit!(.default(|__out| #write(&#value, __out)))
    });
    emit!(__p::Field::new(#name, #key, #description, #ops) #rules #default #aliases #examples)
}

fn non_empty(
    items: impl Iterator<Item = TokenStream>,
    call: impl FnOnce(TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    let items: Vec<_> = items.collect();
    (!items.is_empty()).then(|| call(emit!(#(#items),*)))
}

/// The functions of the field's type; the one bound on it that a wrong type breaks.
fn ops(field: &Field) -> TokenStream {
    let ty = &field.ty;
    match &field.unit {
        Some(unit) => {
            let nanoseconds = Literal::u64_unsuffixed(unit.value.nanoseconds());
            emit!(__p::duration_ops::<#ty, #nanoseconds>())
        }
        None => emit!(<#ty as __p::ToolValue>::OPS),
    }
}

fn writer(field: &Field) -> TokenStream {
    let ty = &field.ty;
    match &field.unit {
        Some(unit) => {
            let nanoseconds = Literal::u64_unsuffixed(unit.value.nanoseconds());
            emit!(__p::write_duration::<#ty, #nanoseconds>)
        }
        None => emit!(__p::write),
    }
}

/// The default as an expression of the field's type.
///
/// What the author wrote is checked against that type in place, so that a wrong type is one error on the expression. Literal
/// texts and paths go through a trait, because they may stand for a `String`.
pub(super) fn default_value(field: &Field) -> TokenStream {
    let ty = &field.ty;
    let expr = match &field.default {
        Some(DefaultValue { expr: Some(expr), .. }) => expr,
        Some(DefaultValue { key, expr: None }) => {
            return emit_at!(key.span()=> { let __value: #ty = __p::bare_default(); __value });
        }
        None => return emit!(<#ty as __p::Default>::default()),
    };
    match peel_expr(expr) {
        Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) | Expr::Path(_) => {
            emit_at!(span_of(expr)=> __p::default_into::<#ty, _>(#expr))
        }
        _ => emit_at!(span_of(expr)=> { let __value: #ty = #expr; __value }),
    }
}

pub(super) fn rule(rule: &Rule) -> TokenStream {
    let kind = match &rule.kind {
        RuleKind::Min(n) => numeric("Min", *n),
        RuleKind::Max(n) => numeric("Max", *n),
        RuleKind::ExclusiveMin(n) => numeric("ExclusiveMin", *n),
        RuleKind::ExclusiveMax(n) => numeric("ExclusiveMax", *n),
        RuleKind::MultipleOf(n) => numeric("MultipleOf", *n),
        RuleKind::MinLength(n) => counted("MinLength", *n),
        RuleKind::MaxLength(n) => counted("MaxLength", *n),
        RuleKind::MinItems(n) => counted("MinItems", *n),
        RuleKind::MaxItems(n) => counted("MaxItems", *n),
        RuleKind::NonEmpty => emit!(NonEmpty),
        RuleKind::NotBlank => emit!(NotBlank),
        RuleKind::UniqueItems => emit!(UniqueItems),
        RuleKind::Pattern(pattern) => emit!(Pattern(#pattern)),
        RuleKind::Format(name) => {
            let name = format_ident!("{name}", span = Span::mixed_site());
            emit!(Format(__p::Format::#name))
        }
    };
    emit!(__p::Rule::#kind)
}

fn numeric(name: &str, number: Num) -> TokenStream {
    let name = format_ident!("{name}", span = Span::mixed_site());
    let number = match number {
        Num::Int(n) => {
            let n = Literal::i128_unsuffixed(n);
            emit!(Int(#n))
        }
        Num::Float(n) => {
            let n = Literal::f64_unsuffixed(n);
            emit!(Float(#n))
        }
    };
    emit!(#name(__p::Num::#number))
}

fn counted(name: &str, count: u64) -> TokenStream {
    let name = format_ident!("{name}", span = Span::mixed_site());
    let count = Literal::u64_unsuffixed(count);
    emit!(#name(#count))
}

/// The fields of one object while it is read and written.
pub(super) struct Parts<'f> {
    fields: &'f [Field],
    tagged: bool,
}

impl<'f> Parts<'f> {
    pub(super) fn new(fields: &'f [Field]) -> Self {
        Self { fields, tagged: false }
    }

    /// The same with the tag of a variant in front.
    pub(super) fn tagged(fields: &'f [Field]) -> Self {
        Self { fields, tagged: true }
    }

    fn on_wire(&self) -> impl Iterator<Item = (usize, &'f Field)> {
        self.fields.iter().enumerate().filter(|(_, field)| !field.is_skipped())
    }

    /// The entries of the table.
    pub(super) fn entries(&self) -> impl Iterator<Item = TokenStream> {
        self.on_wire().map(|(_, field)| entry(field))
    }

    /// The place of a field, by its Rust name, in the table.
    pub(super) fn position(&self, rust_name: &str) -> usize {
        let position = self.on_wire().position(|(_, field)| field.rust_name() == rust_name).unwrap_or_default();
        position + usize::from(self.tagged)
    }

    /// ```text
    /// let mut __f0: __p::Option<String> = __p::None;
    /// let mut __f1: __p::Option<u32> = __p::None;
    /// __r.object(TABLE, &mut [&mut __f0, &mut __f1])?;
    /// let (__p::Some(__f0), __p::Some(__f1)) = (__f0, __f1) else { return __p::Err(__p::Fail) };
    /// ```
    pub(super) fn read(&self, table: &TokenStream) -> TokenStream {
        let declared = self.on_wire().map(|(i, field)| {
            let (slot, ty, cfg) = (slot(i), &field.ty, &field.cfg);
            emit!(#(#cfg)* let mut #slot: __p::Option<#ty> = __p::None;)
        });
        let slots = self.on_wire().map(|(i, field)| {
            let (slot, cfg) = (slot(i), &field.cfg);
            emit!(#(#cfg)* &mut #slot)
        });
        let required = self.required();
        if !self.tagged {
            return emit!(#(#declared)* __r.object(#table, &mut [#(#slots),*])?; #required);
        }
        emit! {
            let mut __tag: __p::Option<__p::Tag> = __p::None;
            #(#declared)*
            __r.object(#table, &mut [&mut __tag, #(#slots),*])?;
            #required
        }
    }

    /// `object` has filled the slots of what may be absent, but for the defaults.
    fn required(&self) -> TokenStream {
        let required = || self.on_wire().filter(|(_, field)| field.default.is_none());
        let plain: Vec<_> = required().filter(|(_, field)| field.cfg.is_empty()).map(|(i, _)| slot(i)).collect();
        let gated = required().filter(|(_, field)| !field.cfg.is_empty()).map(|(i, field)| {
            let (slot, cfg) = (slot(i), &field.cfg);
            emit!(#(#cfg)* let __p::Some(#slot) = #slot else { return __p::Err(__p::Fail) };)
        });
        let plain = match &plain[..] {
            [] => TokenStream::new(),
            [one] => emit!(let __p::Some(#one) = #one else { return __p::Err(__p::Fail) };),
            many => {
                emit!(let (#(__p::Some(#many)),*) = (#(#many),*) else { return __p::Err(__p::Fail) };)
            }
        };
        emit!(#plain #(#gated)*)
    }

    /// `{ pattern: __f0, limit: match __f1 { … } }`, after a type or a variant.
    pub(super) fn construct(&self) -> TokenStream {
        let inits = self.fields.iter().enumerate().map(|(i, field)| {
            let (slot, cfg, member) = (slot(i), &field.cfg, &field.member);
            let value = match (field.is_skipped(), &field.default) {
                (true, _) => default_value(field),
                (false, None) => slot.into_token_stream(),
                (false, Some(_)) => {
                    let default = default_value(field);
                    emit!(match #slot { __p::Some(__value) => __value, __p::None => #default })
                }
            };
            emit!(#(#cfg)* #member: #value)
        });
        emit!({ #(#inits),* })
    }

    /// `{ pattern: __f0, limit: __f1 }`, the pattern of a variant.
    pub(super) fn pattern(&self) -> TokenStream {
        let bindings = self.on_wire().map(|(i, field)| {
            let (slot, member) = (slot(i), &field.member);
            emit!(#member: #slot)
        });
        let rest = self.fields.iter().any(Field::is_skipped).then(|| emit!(..));
        emit!({ #(#bindings,)* #rest })
    }

    /// `&[&self.pattern, &self.limit]`
    pub(super) fn of_self(&self) -> TokenStream {
        let parts = self.on_wire().map(|(_, field)| {
            let (cfg, member) = (&field.cfg, &field.member);
            emit!(#(#cfg)* &self.#member)
        });
        emit!(&[#(#parts),*])
    }

    /// `&[&__p::Tag, __f0, __f1]`, of what a pattern has bound.
    pub(super) fn bound(&self) -> TokenStream {
        let tag = self.tagged.then(|| emit!(&__p::Tag,));
        let parts = self.on_wire().map(|(i, _)| slot(i));
        emit!(&[#tag #(#parts),*])
    }
}

/// Whether a type is spelt as a primitive: a literal then needs no conversion, and could not be inferred through one.
pub(super) fn is_primitive(ty: &Type) -> bool {
    const PRIMITIVES: [&str; 14] =
        ["bool", "char", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize", "f32", "f64"];
    match crate::model::peel(ty) {
        Type::Path(path) => path.path.get_ident().is_some_and(|ident| PRIMITIVES.contains(&ident.to_string().as_str())),
        _ => false,
    }
}

/// A parameter named like a field, which nothing that the author wrote can see.
pub(super) fn local(member: &Member) -> Ident {
    match member {
        Member::Named(ident) => {
            let mut local = ident.clone();
            local.set_span(ident.span().resolved_at(Span::mixed_site()));
            local
        }
        Member::Unnamed(index) => slot(index.index as usize),
    }
}
