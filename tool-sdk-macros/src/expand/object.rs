//! A struct with named fields, or with none.

use proc_macro2::TokenStream;

use super::field::Parts;
use super::types::{self, Table, ValueImpl};
use super::{asserts, render};
use crate::model::{Field, Object, TypeModel};
use crate::names::Name;

/// ```text
/// const KINDS: __p::u8 = __p::kinds::OBJECT;
/// const SHAPE: __p::Shape = __p::Shape::table(<Self as __Table>::TABLE);
/// fn node() -> &'static __p::Node { const { &__p::Node::Object(*<Self as __Table>::TABLE) } }
/// fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> { … }
/// fn encode(&self, __out: &mut __p::Encoder) { __out.object(<Self as __Table>::TABLE, &[&self.pattern]) }
/// fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) { __p::check_object(…) }
/// ```
pub(super) fn expand(model: &TypeModel, object: &Object) -> ValueImpl {
    let parts = Parts::new(&object.fields);
    let table = types::table(emit!(TABLE));
    let (read, construct, of_self) = (parts.read(&table), parts.construct(), parts.of_self());
    let own_check = types::own_check(model);
    let fields_check = has_parts(&object.fields).then(|| emit!(__p::check_object(#table, #of_self, __at, __out);));
    let check = types::check_fn(&emit!(#fields_check #own_check));
    let render = render::of_struct(object.render.as_ref(), &parts, &table, &of_self);
    let evaluate = asserts::evaluate(model);
    ValueImpl {
        tables: vec![object_table(
            &emit!(TABLE),
            &Name::of(&model.ident).text,
            &model.description,
            &parts,
            object.open,
        )],
        items: emit! {
            const KINDS: __p::u8 = __p::kinds::OBJECT;
            const SHAPE: __p::Shape = __p::Shape::table(#table);
            fn node() -> &'static __p::Node {
                const { &__p::Node::Object(*#table) }
            }
            fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
                #evaluate
                #read
                __p::Ok(Self #construct)
            }
            fn encode(&self, __out: &mut __p::Encoder) {
                __out.object(#table, #of_self);
            }
            #check
            #render
        },
        asserts: asserts::of_fields(model, &emit!(TABLE), &object.fields),
    }
}

fn has_parts(fields: &[Field]) -> bool {
    fields.iter().any(|field| !field.is_skipped())
}

/// ```text
/// const TABLE: &'static __p::Object = &__p::Object::new("GrepArgs", "…", &[…]).open();
/// ```
pub(super) fn object_table(
    constant: &TokenStream,
    name: &str,
    description: impl quote::ToTokens,
    parts: &Parts<'_>,
    open: bool,
) -> Table {
    let entries = parts.entries();
    let open = open.then(|| emit!(.open()));
    Table {
        name: constant.clone(),
        ty: emit!(&'static __p::Object),
        value: emit!(&__p::Object::new(#name, #description, &[#(#entries),*]) #open),
    }
}
