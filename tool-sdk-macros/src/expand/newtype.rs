//! A tuple struct of one field: that field on the wire, under a name and rules of its own.

use proc_macro2::TokenStream;

use super::types::{self, Table, ValueImpl};
use super::{asserts, field, render};
use crate::model::{Field, Render, TypeModel};
use crate::names::Name;

/// ```text
/// const KINDS: __p::u8 = <String as __p::ToolValue>::KINDS;
/// fn node() -> &'static __p::Node { const { &__p::Node::Newtype(*<Self as __Table>::NEWTYPE) } }
/// fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> { __p::Ok(Self(<String as __p::ToolValue>::decode(__r)?)) }
/// ```
pub(super) fn expand(model: &TypeModel, field: &Field, own_render: Option<&Render>) -> ValueImpl {
    let ty = &field.ty;
    let inner = emit!(<#ty as __p::ToolValue>);
    let newtype = types::table(emit!(NEWTYPE));
    let own_check = types::own_check(model);
    let check = types::check_fn(&emit!(__p::check_newtype(#newtype, &self.0, __at, __out); #own_check));
    let evaluate = asserts::evaluate(model);
    let render = match own_render {
        Some(own) => render::of_newtype(own),
        None => emit!(fn render(&self) -> __p::Content { #inner::render(&self.0) }),
    };
    ValueImpl {
        tables: vec![table(&emit!(NEWTYPE), &Name::of(&model.ident).text, &model.description, field)],
        items: emit! {
            const KINDS: __p::u8 = #inner::KINDS;
            const LITERALS: &'static [&'static __p::str] = #inner::LITERALS;
            const SHAPE: __p::Shape = #inner::SHAPE;
            const OPTIONAL: __p::bool = #inner::OPTIONAL;
            fn node() -> &'static __p::Node {
                const { &__p::Node::Newtype(*#newtype) }
            }
            fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
                #evaluate
                __p::Ok(Self(#inner::decode(__r)?))
            }
            fn absent() -> __p::Option<Self> {
                #inner::absent().map(Self)
            }
            fn is_absent(&self) -> bool {
                #inner::is_absent(&self.0)
            }
            fn encode(&self, __out: &mut __p::Encoder) {
                #inner::encode(&self.0, __out);
            }
            fn measure(&self) -> __p::Measure<'_> {
                #inner::measure(&self.0)
            }
            #check
            #render
        },
        asserts: asserts::of_newtype(model, &emit!(NEWTYPE), field),
    }
}

/// ```text
/// const NEWTYPE: &'static __p::Newtype = &__p::Newtype::new("JobId", "…", __p::Field::new("", "", "", <String as __p::ToolValue>::OPS));
/// ```
pub(super) fn table(constant: &TokenStream, name: &str, description: impl quote::ToTokens, inner: &Field) -> Table {
    let entry = field::property("", inner);
    Table {
        name: constant.clone(),
        ty: emit!(&'static __p::Newtype),
        value: emit!(&__p::Newtype::new(#name, #description, #entry)),
    }
}
