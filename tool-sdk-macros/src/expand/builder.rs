//! `new(required…)` and a setter for each optional field, for typed nested calls (decision D39).

use proc_macro2::TokenStream;
use syn::{Member, Type};

use super::field::{default_value, is_primitive, local};
use super::types::bounded;
use crate::model::{Body, Field, Role, TypeModel, option_inner};

/// Whether the constructors do something, or stand in for those of a type that was refused.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Constructors {
    Real,
    Stubs,
}

/// ```text
/// impl GrepArgs {
///     /// The arguments that are required; the optional ones are absent until their setter is called.
///     pub fn new(pattern: impl __p::Into<String>) -> Self { Self { pattern: __p::Into::into(pattern), path: __p::None } }
///     /// Sets `path`.
///     pub fn path(mut self, path: impl __p::Into<String>) -> Self { self.path = __p::Some(__p::Into::into(path)); self }
/// }
/// ```
pub(crate) fn constructors(model: &TypeModel, kind: Constructors) -> TokenStream {
    let Body::Object(object) = &model.body else {
        return TokenStream::new();
    };
    if !model.has_new && !model.has_setters {
        return TokenStream::new();
    }
    let new = model.has_new.then(|| new(model, &object.fields, kind));
    let setters = object.fields.iter().filter(|field| model.has_setters && has_setter(model, field));
    let setters = setters.map(|field| setter(model, field, kind));
    let ident = &model.ident;
    let generics = bounded(&model.generics);
    let (params, arguments, bounds) = generics.split_for_impl();
    emit! {
        #[allow(dead_code, private_bounds, private_interfaces, clippy::new_without_default, clippy::too_many_arguments)]
        impl #params #ident #arguments #bounds {
            #new
            #(#setters)*
        }
    }
}

/// Whether `new` asks for the field. What is spelt as an `Option` is not asked for; an alias of one is, and takes `None`.
fn is_required(field: &Field) -> bool {
    match field.role {
        Role::Property => field.default.is_none() && option_inner(&field.ty).is_none(),
        Role::Flatten(_) => true,
        Role::Rest(_) | Role::Skip(_) => false,
    }
}

fn has_setter(model: &TypeModel, field: &Field) -> bool {
    // A field that is called `new` cannot have a setter of its own name beside the constructor.
    let clashes = model.has_new && field.rust_name() == "new";
    !is_required(field) && !field.is_skipped() && !clashes
}

fn new(model: &TypeModel, fields: &[Field], kind: Constructors) -> TokenStream {
    let vis = &model.vis;
    let params = fields.iter().filter(|field| is_required(field)).map(|field| {
        let (cfg, name, ty) = (&field.cfg, local(&field.member), accepted(&field.ty));
        emit!(#(#cfg)* #name: #ty)
    });
    let inits = fields.iter().map(|field| {
        let (cfg, member) = (&field.cfg, &field.member);
        let value = if is_required(field) { converted(&field.member, &field.ty) } else { initial(field) };
        emit!(#(#cfg)* #member: #value)
    });
    let body = match kind {
        Constructors::Real => emit!(Self { #(#inits),* }),
        Constructors::Stubs => emit!(::core::unreachable!()),
    };
    let doc = "The arguments that are required; the optional ones are absent, or at their default, until their setter is called.";
    let allow = allow_unused(kind);
    emit! {
        #[doc = #doc]
        #allow
        #vis fn new(#(#params),*) -> Self {
            #body
        }
    }
}

fn initial(field: &Field) -> TokenStream {
    if field.default.is_none() && matches!(field.role, Role::Property) {
        emit!(__p::None)
    } else {
        default_value(field)
    }
}

fn setter(model: &TypeModel, field: &Field, kind: Constructors) -> TokenStream {
    let (vis, cfg, member, name) = (&model.vis, &field.cfg, &field.member, local(&field.member));
    let inner = option_inner(&field.ty).filter(|_| field.default.is_none());
    let ty = inner.unwrap_or(&field.ty);
    let (accepted, value) = (accepted(ty), converted(&field.member, ty));
    let value = if inner.is_some() { emit!(__p::Some(#value)) } else { value };
    let body = match kind {
        Constructors::Real => emit!(self.#member = #value; self),
        Constructors::Stubs => emit!(::core::unreachable!()),
    };
    let doc = format!("Sets `{}`.", field.rust_name());
    let allow = allow_unused(kind);
    emit! {
        #(#cfg)*
        #[doc = #doc]
        #[must_use]
        #allow
        #vis fn #member(mut self, #name: #accepted) -> Self {
            #body
        }
    }
}

/// A stub does nothing with what it is given.
fn allow_unused(kind: Constructors) -> Option<TokenStream> {
    (kind == Constructors::Stubs).then(|| emit!(#[allow(unused_mut, unused_variables)]))
}

fn accepted(ty: &Type) -> TokenStream {
    if is_primitive(ty) { emit!(#ty) } else { emit!(impl __p::Into<#ty>) }
}

fn converted(member: &Member, ty: &Type) -> TokenStream {
    let name = local(member);
    if is_primitive(ty) { emit!(#name) } else { emit!(__p::Into::into(#name)) }
}
