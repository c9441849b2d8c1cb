//! An enum whose objects name their variant under a key of their own, beside their fields.

use proc_macro2::TokenStream;

use super::{Arms, numbered, object_branch, tag_entry, told_by_tag, variant_table};
use crate::expand::field::Parts;
use crate::expand::types::{ValueImpl, table};
use crate::expand::{asserts, render};
use crate::model::{TypeModel, Variant, VariantBody};

/// ```text
/// const TABLE_0: &'static __p::Object = &__p::Object::new("", "", &[__p::Field::tag("kind", "\"kind\":", "background"), …]);
/// fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
///     match __r.tag("kind", <Self as __Table>::TAGS)? {
///         0 => { …; __r.object(TABLE_0, &mut [&mut __tag, &mut __f0])?; …; __p::Ok(Self::Background { job_id: __f0 }) }
/// ```
pub(in crate::expand) fn tagged(model: &TypeModel, tag: &str, variants: &[Variant]) -> ValueImpl {
    let mut arms = Arms::default();
    for (i, variant) in variants.iter().enumerate() {
        let constant = numbered("TABLE", i);
        let object = table(&constant);
        let (parts, pattern, construct) = match &variant.body {
            VariantBody::Unit => (Parts::tagged(&[]), TokenStream::new(), TokenStream::new()),
            VariantBody::Newtype(field) => {
                let parts = Parts::tagged(std::slice::from_ref(&**field));
                (parts, emit!((__f0)), emit!((__f0)))
            }
            VariantBody::Struct(fields) => {
                let parts = Parts::tagged(fields);
                let (pattern, construct) = (parts.pattern(), parts.construct());
                (parts, pattern, construct)
            }
        };
        let entries = tagged_entries(tag, variant);
        arms.tables.push(variant_table(&constant, &entries));
        arms.branches.push(object_branch(variant, &object));
        arms.push(i, variant, &parts, &object, &pattern, &construct);
        arms.asserts.extend(variant_asserts(model, &emit!(#constant), variant));
    }
    let render = render::of_variants(variants, |i, variant| (tagged_parts(variant), table(numbered("TABLE", i))));
    told_by_tag(model, tag, variants, arms, &render)
}

/// The fields that stand beside the tag of a variant.
fn tagged_parts(variant: &Variant) -> Parts<'_> {
    match &variant.body {
        VariantBody::Struct(fields) => Parts::tagged(fields),
        VariantBody::Unit | VariantBody::Newtype(_) => Parts::tagged(&[]),
    }
}

fn tagged_entries(tag: &str, variant: &Variant) -> Vec<TokenStream> {
    let mut entries = vec![tag_entry(tag, variant)];
    match &variant.body {
        VariantBody::Unit => {}
        VariantBody::Newtype(field) => {
            let ty = &field.ty;
            entries
                .push(emit!(__p::Field::flatten("0", <#ty as __p::ToolValue>::OPS, &<#ty as __p::ToolValue>::SHAPE)));
        }
        VariantBody::Struct(fields) => entries.extend(Parts::new(fields).entries()),
    }
    entries
}

/// The struct of a tagged newtype variant is flattened beside the tag, and may not have a key of that name.
fn variant_asserts(model: &TypeModel, constant: &TokenStream, variant: &Variant) -> Vec<TokenStream> {
    match &variant.body {
        VariantBody::Unit => Vec::new(),
        VariantBody::Struct(fields) => asserts::of_fields(model, constant, fields),
        VariantBody::Newtype(field) => {
            let me = asserts::me(model);
            vec![emit_at!(crate::attr::span_of(&field.ty)=> __p::assert_flatten(<#me as __Table>::#constant, "0"))]
        }
    }
}
