//! An enum whose variants are told apart by their shapes.

use proc_macro2::{Literal, TokenStream};

use super::{Arms, node_table, numbered, object_branch};
use crate::docs::Docs;
use crate::expand::field::Parts;
use crate::expand::object::object_table;
use crate::expand::types::{self, Table, ValueImpl, table};
use crate::expand::{asserts, newtype, render};
use crate::model::{Field, TypeModel, Variant, VariantBody};
use crate::names::Name;

/// ```text
/// const SHAPES: &'static [&'static __p::Shape] = &[&<u32 as __p::ToolValue>::SHAPE, &__p::Shape::table(TABLE_1)];
/// fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
///     match __r.branch(<Self as __Table>::SHAPES)? { 0 => __p::Ok(Self::One(<u32 as __p::ToolValue>::decode(__r)?)), 1 => … }
/// ```
///
/// The kinds are those of the branches one by one and not of their shapes: a shape knows the kinds of its fields, and a field may
/// be this very type.
pub(in crate::expand) fn untagged(model: &TypeModel, variants: &[Variant]) -> ValueImpl {
    let mut arms = Arms::default();
    let (mut kinds, mut shapes) = (Vec::new(), Vec::new());
    for (i, variant) in variants.iter().enumerate() {
        match &variant.body {
            VariantBody::Unit => {}
            VariantBody::Newtype(field) => {
                let ty = &field.ty;
                kinds.push(emit!(<#ty as __p::ToolValue>::KINDS));
                shapes.push(emit!(&<#ty as __p::ToolValue>::SHAPE));
                arms.push_inner(model, i, variant, field);
            }
            VariantBody::Struct(fields) => {
                let constant = numbered("TABLE", i);
                let object = table(&constant);
                let parts = Parts::new(fields);
                kinds.push(emit!(__p::kinds::OBJECT));
                shapes.push(emit!(&__p::Shape::table(#object)));
                arms.branches.push(object_branch(variant, &object));
                arms.push(i, variant, &parts, &object, &parts.pattern(), &parts.construct());
                arms.tables.push(object_table(&emit!(#constant), "", Docs::default(), &parts, false));
                arms.asserts.extend(asserts::of_fields(model, &emit!(#constant), fields));
            }
        }
    }
    let (name, description, branches) = (Name::of(&model.ident).text, &model.description, &arms.branches);
    let node = node_table(&emit!(__p::Node::Union(__p::Union::untagged(#name, #description, &[#(#branches),*]))));
    arms.tables.push(node);
    arms.tables.push(Table {
        name: emit!(SHAPES),
        ty: emit!(&'static [&'static __p::Shape]),
        value: emit!(&[#(#shapes),*]),
    });
    arms.asserts.extend(asserts::disjoint(model, variants));
    let render =
        render::of_variants(variants, |i, variant| (Parts::new(variant.body.fields()), table(numbered("TABLE", i))));
    told_by_shape(model, &kinds, arms, &render)
}

impl Arms {
    /// The arms of an untagged variant that is another type.
    fn push_inner(&mut self, model: &TypeModel, i: usize, variant: &Variant, field: &Field) {
        let (ident, ty, description) = (&variant.ident, &field.ty, &variant.description);
        let index = Literal::usize_unsuffixed(i);
        self.decode.push(emit!(#index => __p::Ok(Self::#ident(<#ty as __p::ToolValue>::decode(__r)?)),));
        self.encode.push(emit!(Self::#ident(__f0) => <#ty as __p::ToolValue>::encode(__f0, __out),));
        if field.has_no_attributes() {
            self.branches.push(emit!(__p::Branch::of(#description, <#ty as __p::ToolValue>::OPS)));
            return self.check.push(emit!(Self::#ident(__f0) => <#ty as __p::ToolValue>::check(__f0, __at, __out),));
        }
        let constant = numbered("NEWTYPE", i);
        let inner = table(&constant);
        self.tables.push(newtype::table(&emit!(#constant), "", &field.description, field));
        self.branches.push(emit!(__p::Branch::new(#description, || const { &__p::Node::Newtype(*#inner) })));
        self.check.push(emit!(Self::#ident(__f0) => __p::check_newtype(#inner, __f0, __at, __out),));
        self.asserts.extend(asserts::of_newtype(model, &emit!(#constant), field));
    }
}

fn told_by_shape(model: &TypeModel, kinds: &[TokenStream], arms: Arms, render: &TokenStream) -> ValueImpl {
    let (own_check, evaluate) = (types::own_check(model), asserts::evaluate(model));
    let Arms { decode, encode, check, .. } = &arms;
    let check = types::check_fn(&emit!(match self { #(#check)* } #own_check));
    let items = emit! {
        const KINDS: __p::u8 = #(#kinds)|*;
        fn node() -> &'static __p::Node {
            <Self as __Table>::NODE
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            #evaluate
            match __r.branch(<Self as __Table>::SHAPES)? {
                #(#decode)*
                _ => __p::Err(__p::Fail),
            }
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            match self { #(#encode)* }
        }
        #check
        #render
    };
    ValueImpl { tables: arms.tables, items, asserts: arms.asserts }
}
