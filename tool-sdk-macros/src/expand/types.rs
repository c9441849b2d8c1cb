//! The implementation of `ToolValue` for one type.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Generics, parse_quote};

use super::{asserts, builder, card, newtype, object, unions};
use crate::model::{Body, Derive, TypeModel};

/// What the forms of types differ in.
pub(super) struct ValueImpl {
    /// The constants of the helper trait, as name, type and value.
    pub(super) tables: Vec<Table>,
    /// The items of `impl ToolValue`.
    pub(super) items: TokenStream,
    /// Assertions that are evaluated while the program is compiled.
    pub(super) asserts: Vec<TokenStream>,
}

pub(super) struct Table {
    pub(super) name: TokenStream,
    pub(super) ty: TokenStream,
    pub(super) value: TokenStream,
}

/// ```text
/// const _: () = {
///     use ::tool_sdk::__private as __p;
///     trait __Table { const TABLE: &'static __p::Object; }
///     impl __Table for GrepArgs { const TABLE: &'static __p::Object = &__p::Object::new("GrepArgs", "…", &[…]).open(); }
///     impl __p::ToolValue for GrepArgs { … }
///     impl __p::ToolArgs for GrepArgs {}
///     impl GrepArgs { pub fn new(…) -> Self … }
///     const _: () = __p::assert_rule(<GrepArgs as __Table>::TABLE.field("limit"), "min");
/// };
/// ```
///
/// The helper trait is there because a generic type cannot have a constant of its own outside of an impl.
pub(crate) fn expand_type(model: &TypeModel) -> TokenStream {
    let form = match &model.body {
        Body::Object(object) => object::expand(model, object),
        Body::Newtype(field, render) => newtype::expand(model, field, render.as_ref()),
        Body::Units(variants) => unions::units(model, variants),
        Body::Tagged { tag, variants } => unions::tagged(model, &tag.value(), variants),
        Body::Adjacent { tag, content, variants } => unions::adjacent(model, &tag.value(), &content.value(), variants),
        Body::Untagged(variants) => unions::untagged(model, variants),
        Body::Unusable => return TokenStream::new(),
    };
    let tables = tables(model, &form);
    let value = impl_value(model, &form);
    let args = (model.derive == Derive::Args).then(|| impl_args(model));
    let asserts = asserts::items(model, &form.asserts);
    model.runtime.block(&emit!(#tables #value #args #asserts))
}

/// The generics of a type with the bound that each of its parameters needs.
pub(crate) fn bounded(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for param in generics.type_params_mut() {
        param.bounds.push(parse_quote!(__p::ToolValue));
    }
    generics
}

fn tables(model: &TypeModel, form: &ValueImpl) -> TokenStream {
    let ident = &model.ident;
    let generics = bounded(&model.generics);
    let (params, arguments, bounds) = generics.split_for_impl();
    let (name, ty, value): (Vec<_>, Vec<_>, Vec<_>) =
        form.tables.iter().map(|table| (&table.name, &table.ty, &table.value)).collect();
    let check = asserts::constant(model, &form.asserts);
    let check_decl = check.as_ref().map(|_| {
        emit!(
            const CHECK: ();
        )
    });
    emit! {
        trait __Table {
            #(const #name: #ty;)*
            #check_decl
        }
        impl #params __Table for #ident #arguments #bounds {
            #(const #name: #ty = #value;)*
            #check
        }
    }
}

fn impl_value(model: &TypeModel, form: &ValueImpl) -> TokenStream {
    let ident = &model.ident;
    let generics = bounded(&model.generics);
    let (params, arguments, bounds) = generics.split_for_impl();
    let items = &form.items;
    let result = card::result(model);
    emit! {
        #[automatically_derived]
        impl #params __p::ToolValue for #ident #arguments #bounds {
            #items
            #result
        }
    }
}

fn impl_args(model: &TypeModel) -> TokenStream {
    let ident = &model.ident;
    let generics = bounded(&model.generics);
    let (params, arguments, bounds) = generics.split_for_impl();
    let constructors = builder::constructors(model, builder::Constructors::Real);
    let call = card::call(model);
    emit! {
        #[automatically_derived]
        impl #params __p::ToolArgs for #ident #arguments #bounds { #call }
        #constructors
    }
}

/// The author's check across fields.
pub(super) fn own_check(model: &TypeModel) -> TokenStream {
    let Some(path) = &model.check else {
        return TokenStream::new();
    };
    let call = emit_at!(crate::attr::span_of(path)=> __p::check_with(#path(self), __at, __out));
    emit!(#call;)
}

/// `fn check`, where anything is to be checked.
pub(super) fn check_fn(statements: &TokenStream) -> TokenStream {
    if statements.is_empty() {
        return TokenStream::new();
    }
    emit! {
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            #statements
        }
    }
}

/// `<Self as __Table>::NAME`
pub(super) fn table(name: impl ToTokens) -> TokenStream {
    emit!(<Self as __Table>::#name)
}
