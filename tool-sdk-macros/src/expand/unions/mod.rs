//! Enums: strings, and unions that are told apart by a key, by a pair of keys, or by their shapes.

mod adjacent;
mod tagged;
mod units;
mod untagged;

pub(super) use adjacent::adjacent;
pub(super) use tagged::tagged;
pub(super) use units::units;
pub(super) use untagged::untagged;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

use super::asserts;
use super::field::Parts;
use super::types::{self, Table, ValueImpl};
use crate::model::{TypeModel, Variant, json_string};
use crate::names::Name;

/// What one variant of a union brings to the expansion.
#[derive(Default)]
struct Arms {
    tables: Vec<Table>,
    branches: Vec<TokenStream>,
    decode: Vec<TokenStream>,
    encode: Vec<TokenStream>,
    check: Vec<TokenStream>,
    asserts: Vec<TokenStream>,
}

impl Arms {
    /// The arms of a variant whose parts stand in one object.
    fn push(
        &mut self,
        i: usize,
        variant: &Variant,
        parts: &Parts<'_>,
        object: &TokenStream,
        pattern: &TokenStream,
        construct: &TokenStream,
    ) {
        let ident = &variant.ident;
        let (read, bound, index) = (parts.read(object), parts.bound(), Literal::usize_unsuffixed(i));
        self.decode.push(emit!(#index => { #read __p::Ok(Self::#ident #construct) }));
        self.encode.push(emit!(Self::#ident #pattern => __out.object(#object, #bound),));
        self.check.push(emit!(Self::#ident #pattern => __p::check_object(#object, #bound, __at, __out),));
    }
}

fn node_table(node: &TokenStream) -> Table {
    Table { name: emit!(NODE), ty: emit!(&'static __p::Node), value: emit!(&#node) }
}

fn numbered(name: &str, index: usize) -> Ident {
    format_ident!("{name}_{index}", span = Span::mixed_site())
}

fn variant_table(constant: &Ident, entries: &[TokenStream]) -> Table {
    Table {
        name: emit!(#constant),
        ty: emit!(&'static __p::Object),
        value: emit!(&__p::Object::new("", "", &[#(#entries),*])),
    }
}

fn object_branch(variant: &Variant, object: &TokenStream) -> TokenStream {
    let description = &variant.description;
    emit!(__p::Branch::new(#description, || const { &__p::Node::Object(*#object) }))
}

fn tag_entry(tag: &str, variant: &Variant) -> TokenStream {
    let (key, literal) = (json_string(tag) + ":", &variant.name.text);
    emit!(__p::Field::tag(#tag, #key, #literal))
}

fn told_by_tag(model: &TypeModel, tag: &str, variants: &[Variant], mut arms: Arms, render: &TokenStream) -> ValueImpl {
    let names = variants.iter().map(|variant| &variant.name.text);
    let (name, description) = (Name::of(&model.ident).text, &model.description);
    let branches = &arms.branches;
    arms.tables.push(Table {
        name: emit!(TAGS),
        ty: emit!(&'static [&'static __p::str]),
        value: emit!(&[#(#names),*]),
    });
    arms.tables
        .push(node_table(&emit!(__p::Node::Union(__p::Union::tagged(#name, #description, #tag, &[#(#branches),*])))));
    let (own_check, evaluate) = (types::own_check(model), asserts::evaluate(model));
    let Arms { decode, encode, check, .. } = &arms;
    let check = types::check_fn(&emit!(match self { #(#check)* } #own_check));
    let items = emit! {
        const KINDS: __p::u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::object(true, &[__p::Key::literal(#tag, <Self as __Table>::TAGS)]);
        fn node() -> &'static __p::Node {
            <Self as __Table>::NODE
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            #evaluate
            match __r.tag(#tag, <Self as __Table>::TAGS)? {
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
