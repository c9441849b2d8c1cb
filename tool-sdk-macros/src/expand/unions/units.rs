//! An enum without data: one of some strings.

use proc_macro2::{Literal, TokenStream};

use super::node_table;
use crate::expand::field::Parts;
use crate::expand::render;
use crate::expand::types::{self, ValueImpl};
use crate::model::{TypeModel, Variant};
use crate::names::Name;

/// ```text
/// const LITERALS: &'static [&'static __p::str] = &["content", "files"];
/// fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
///     __p::Ok(match __r.variant(<Self as __p::ToolValue>::LITERALS)? { 0 => Self::Content, 1 => Self::Files, _ => return __p::Err(__p::Fail) })
/// }
/// fn encode(&self, __out: &mut __p::Encoder) { __out.string(match self { Self::Content => "content", … }) }
/// ```
pub(in crate::expand) fn units(model: &TypeModel, variants: &[Variant]) -> ValueImpl {
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let names: Vec<_> = variants.iter().map(|variant| &variant.name.text).collect();
    let docs = variants.iter().map(|variant| &variant.description);
    let index = (0..variants.len()).map(Literal::usize_unsuffixed);
    let (name, description) = (Name::of(&model.ident).text, &model.description);
    let check = types::check_fn(&types::own_check(model));
    // A string of the list breaks no rule, so containers need not ask each item.
    let inert = model.check.is_none().then(|| {
        emit!(
            const INERT: __p::bool = true;
        )
    });
    let render = render::of_variants(variants, |_, _| (Parts::new(&[]), TokenStream::new()));
    ValueImpl {
        tables: vec![node_table(
            &emit!(__p::Node::Enum(__p::Enum::new(#name, #description, &[#(__p::Variant::new(#names, #docs)),*]))),
        )],
        items: emit! {
            const KINDS: __p::u8 = __p::kinds::STRING;
            const LITERALS: &'static [&'static __p::str] = &[#(#names),*];
            #inert
            fn node() -> &'static __p::Node {
                <Self as __Table>::NODE
            }
            fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
                __p::Ok(match __r.variant(<Self as __p::ToolValue>::LITERALS)? {
                    #(#index => Self::#idents,)*
                    _ => return __p::Err(__p::Fail),
                })
            }
            fn encode(&self, __out: &mut __p::Encoder) {
                __out.string(match self { #(Self::#idents => #names,)* });
            }
            #check
            #render
        },
        asserts: Vec::new(),
    }
}
