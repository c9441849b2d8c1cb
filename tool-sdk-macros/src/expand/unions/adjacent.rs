//! An enum whose objects have the variant's name under one key and its data under another.

use proc_macro2::{Ident, Literal, TokenStream};

use super::{Arms, numbered, object_branch, tag_entry, told_by_tag, variant_table};
use crate::docs::Docs;
use crate::expand::field::{self, Parts};
use crate::expand::object::object_table;
use crate::expand::types::{ValueImpl, table};
use crate::expand::{asserts, render};
use crate::model::{Field, TypeModel, Variant, VariantBody, json_string};

/// ```text
/// const TABLE_0: … = &__p::Object::new("", "", &[__p::Field::tag(…), __p::Field::content("data", "\"data\":", || …)]);
/// const CONTENT_0: … = &__p::Object::new("", "", &[…]);
/// 0 => {
///     …; __r.object(TABLE_0, &mut [&mut __tag, &mut __raw])?;
///     __r.within(__raw, |__r| { …; __r.object(CONTENT_0, &mut [&mut __f0])?; …; __p::Ok(Self::Move { x: __f0 }) })
/// }
/// ```
pub(in crate::expand) fn adjacent(model: &TypeModel, tag: &str, content: &str, variants: &[Variant]) -> ValueImpl {
    let mut arms = Arms::default();
    for (i, variant) in variants.iter().enumerate() {
        let constant = numbered("TABLE", i);
        let object = table(&constant);
        arms.branches.push(object_branch(variant, &object));
        let mut entries = vec![tag_entry(tag, variant)];
        match &variant.body {
            VariantBody::Unit => {
                arms.push(i, variant, &Parts::tagged(&[]), &object, &TokenStream::new(), &TokenStream::new());
            }
            VariantBody::Newtype(field) => {
                entries.push(field::property(content, field));
                arms.push(
                    i,
                    variant,
                    &Parts::tagged(std::slice::from_ref(&**field)),
                    &object,
                    &emit!((__f0)),
                    &emit!((__f0)),
                );
                let me = asserts::me(model);
                arms.asserts.extend(asserts::on_field(
                    model,
                    field,
                    &emit!(<#me as __Table>::#constant.field(#content)),
                ));
            }
            VariantBody::Struct(fields) => {
                let inner = numbered("CONTENT", i);
                let key = json_string(content) + ":";
                let node = table(&inner);
                entries.push(emit!(__p::Field::content(#content, #key, || const { &__p::Node::Object(*#node) })));
                arms.push_content(i, variant, fields, &object, &inner);
                arms.asserts.extend(asserts::of_fields(model, &emit!(#inner), fields));
            }
        }
        arms.tables.push(variant_table(&constant, &entries));
    }
    let render =
        render::of_variants(variants, |i, variant| (Parts::new(variant.body.fields()), table(numbered("CONTENT", i))));
    told_by_tag(model, tag, variants, arms, &render)
}

impl Arms {
    /// The arms of a variant whose fields stand in an object under the content key.
    fn push_content(&mut self, i: usize, variant: &Variant, fields: &[Field], object: &TokenStream, inner: &Ident) {
        let ident = &variant.ident;
        let parts = Parts::new(fields);
        self.tables.push(object_table(&emit!(#inner), "", Docs::default(), &parts, false));
        let inner = table(inner);
        let (read, construct, pattern, bound) = (parts.read(&inner), parts.construct(), parts.pattern(), parts.bound());
        let index = Literal::usize_unsuffixed(i);
        self.decode.push(emit! {
            #index => {
                let mut __tag: __p::Option<__p::Tag> = __p::None;
                let mut __raw: __p::Option<__p::Raw> = __p::None;
                __r.object(#object, &mut [&mut __tag, &mut __raw])?;
                __r.within(__raw, |__r| { #read __p::Ok(Self::#ident #construct) })
            }
        });
        self.encode.push(emit!(Self::#ident #pattern => __out.adjacent(#object, #inner, #bound),));
        self.check.push(emit!(Self::#ident #pattern => __p::check_adjacent(#object, #inner, #bound, __at, __out),));
    }
}
