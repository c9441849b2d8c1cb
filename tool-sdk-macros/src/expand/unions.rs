//! Enums: strings, and unions that are told apart by a key, by a pair of keys, or by their shapes.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::format_ident;

use super::field::{self, Parts};
use super::object::object_table;
use super::types::{self, Table, ValueImpl, table};
use super::{asserts, newtype, render};
use crate::docs::Docs;
use crate::model::{Field, TypeModel, Variant, VariantBody, json_string};
use crate::names::Name;

/// ```text
/// const LITERALS: &'static [&'static str] = &["content", "files"];
/// fn decode(r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
///     __p::Ok(match r.variant(<Self as __p::ToolValue>::LITERALS)? { 0 => Self::Content, 1 => Self::Files, _ => return __p::Err(__p::Fail) })
/// }
/// fn encode(&self, out: &mut __p::Encoder) { out.string(match self { Self::Content => "content", … }) }
/// ```
pub(super) fn units(model: &TypeModel, variants: &[Variant]) -> ValueImpl {
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let names: Vec<_> = variants.iter().map(|variant| &variant.name.text).collect();
    let docs = variants.iter().map(|variant| &variant.description);
    let index = (0..variants.len()).map(Literal::usize_unsuffixed);
    let (name, description) = (Name::of(&model.ident).text, &model.description);
    let check = types::check_fn(&types::own_check(model));
    let render = render::of_variants(variants, |_, _| (Parts::new(&[]), TokenStream::new()));
    ValueImpl {
        tables: vec![node_table(
            &emit!(__p::Node::Enum(__p::Enum::new(#name, #description, &[#(__p::Variant::new(#names, #docs)),*]))),
        )],
        items: emit! {
            const KINDS: u8 = __p::kinds::STRING;
            const LITERALS: &'static [&'static str] = &[#(#names),*];
            fn node() -> &'static __p::Node {
                <Self as __Table>::NODE
            }
            fn decode(r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
                __p::Ok(match r.variant(<Self as __p::ToolValue>::LITERALS)? {
                    #(#index => Self::#idents,)*
                    _ => return __p::Err(__p::Fail),
                })
            }
            fn encode(&self, out: &mut __p::Encoder) {
                out.string(match self { #(Self::#idents => #names,)* });
            }
            fn write_text(&self, out: &mut __p::String) {
                out.push_str(match self { #(Self::#idents => #names,)* });
            }
            #check
            #render
        },
        asserts: Vec::new(),
    }
}

fn node_table(node: &TokenStream) -> Table {
    Table { name: emit!(NODE), ty: emit!(&'static __p::Node), value: emit!(&#node) }
}

fn numbered(name: &str, index: usize) -> Ident {
    format_ident!("{name}_{index}", span = Span::mixed_site())
}

/// The fields that stand beside the tag of a variant.
fn tagged_parts(variant: &Variant) -> Parts<'_> {
    match &variant.body {
        VariantBody::Struct(fields) => Parts::tagged(fields),
        VariantBody::Unit | VariantBody::Newtype(_) => Parts::tagged(&[]),
    }
}

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

/// ```text
/// const TABLE_0: &'static __p::Object = &__p::Object::new("", "", &[__p::Field::tag("kind", "\"kind\":", "background"), …]);
/// fn decode(r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
///     match r.tag("kind", <Self as __Table>::TAGS)? {
///         0 => { …; r.object(TABLE_0, &mut [&mut tag, &mut f0])?; …; __p::Ok(Self::Background { job_id: f0 }) }
/// ```
pub(super) fn tagged(model: &TypeModel, tag: &str, variants: &[Variant]) -> ValueImpl {
    let mut arms = Arms::default();
    for (i, variant) in variants.iter().enumerate() {
        let constant = numbered("TABLE", i);
        let object = table(&constant);
        let (parts, pattern, construct) = match &variant.body {
            VariantBody::Unit => (Parts::tagged(&[]), TokenStream::new(), TokenStream::new()),
            VariantBody::Newtype(field) => {
                let parts = Parts::tagged(std::slice::from_ref(field));
                (parts, emit!((f0)), emit!((f0)))
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

impl Arms {
    /// The arms of a variant whose parts stand in one object.
    fn push(&mut self, i: usize, variant: &Variant, parts: &Parts<'_>, object: &TokenStream, pattern: &TokenStream, construct: &TokenStream) {
        let ident = &variant.ident;
        let (read, bound, index) = (parts.read(object), parts.bound(), Literal::usize_unsuffixed(i));
        self.decode.push(emit!(#index => { #read __p::Ok(Self::#ident #construct) }));
        self.encode.push(emit!(Self::#ident #pattern => out.object(#object, #bound),));
        self.check.push(emit!(Self::#ident #pattern => __p::check_object(#object, #bound, at, out),));
    }
}

fn tag_entry(tag: &str, variant: &Variant) -> TokenStream {
    let (key, literal) = (json_string(tag) + ":", &variant.name.text);
    emit!(__p::Field::tag(#tag, #key, #literal))
}

fn tagged_entries(tag: &str, variant: &Variant) -> Vec<TokenStream> {
    let mut entries = vec![tag_entry(tag, variant)];
    match &variant.body {
        VariantBody::Unit => {}
        VariantBody::Newtype(field) => {
            let ty = &field.ty;
            entries.push(emit!(__p::Field::flatten("0", <#ty as __p::ToolValue>::OPS, &<#ty as __p::ToolValue>::SHAPE)));
        }
        VariantBody::Struct(fields) => entries.extend(Parts::new(fields).entries()),
    }
    entries
}

fn variant_table(constant: &Ident, entries: &[TokenStream]) -> Table {
    Table {
        name: emit!(#constant),
        ty: emit!(&'static __p::Object),
        value: emit!(&__p::Object::new("", "", &[#(#entries),*])),
    }
}

fn object_branch(variant: &Variant, object: &TokenStream) -> TokenStream {
    let (name, description) = (&variant.name.text, &variant.description);
    emit!(__p::Branch::new(#name, #description, || const { &__p::Node::Object(*#object) }))
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

fn told_by_tag(model: &TypeModel, tag: &str, variants: &[Variant], mut arms: Arms, render: &TokenStream) -> ValueImpl {
    let names = variants.iter().map(|variant| &variant.name.text);
    let (name, description) = (Name::of(&model.ident).text, &model.description);
    let branches = &arms.branches;
    arms.tables.push(Table { name: emit!(TAGS), ty: emit!(&'static [&'static str]), value: emit!(&[#(#names),*]) });
    arms.tables.push(node_table(
        &emit!(__p::Node::Union(__p::Union::tagged(#name, #description, #tag, &[#(#branches),*]))),
    ));
    let (own_check, evaluate) = (types::own_check(model), asserts::evaluate(model));
    let Arms { decode, encode, check, .. } = &arms;
    let check = types::check_fn(&emit!(match self { #(#check)* } #own_check));
    let items = emit! {
        const KINDS: u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::object(true, &[__p::Key::literal(#tag, <Self as __Table>::TAGS)]);
        fn node() -> &'static __p::Node {
            <Self as __Table>::NODE
        }
        fn decode(r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            #evaluate
            match r.tag(#tag, <Self as __Table>::TAGS)? {
                #(#decode)*
                _ => __p::Err(__p::Fail),
            }
        }
        fn encode(&self, out: &mut __p::Encoder) {
            match self { #(#encode)* }
        }
        #check
        #render
    };
    ValueImpl { tables: arms.tables, items, asserts: arms.asserts }
}

/// ```text
/// const TABLE_0: … = &__p::Object::new("", "", &[__p::Field::tag(…), __p::Field::content("data", "\"data\":", || …)]);
/// const CONTENT_0: … = &__p::Object::new("", "", &[…]);
/// 0 => {
///     …; r.object(TABLE_0, &mut [&mut tag, &mut raw])?;
///     r.within(raw, |r| { …; r.object(CONTENT_0, &mut [&mut f0])?; …; __p::Ok(Self::Move { x: f0 }) })
/// }
/// ```
pub(super) fn adjacent(model: &TypeModel, tag: &str, content: &str, variants: &[Variant]) -> ValueImpl {
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
                arms.push(i, variant, &Parts::tagged(std::slice::from_ref(field)), &object, &emit!((f0)), &emit!((f0)));
                let me = asserts::me(model);
                arms.asserts.extend(asserts::on_field(model, field, &emit!(<#me as __Table>::#constant.field(#content))));
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
    let render = render::of_variants(variants, |i, variant| (Parts::new(variant.body.fields()), table(numbered("CONTENT", i))));
    told_by_tag(model, tag, variants, arms, &render)
}

impl Arms {
    /// The arms of a variant whose fields stand in an object under the content key.
    fn push_content(&mut self, i: usize, variant: &Variant, fields: &[Field], object: &TokenStream, inner: &Ident) {
        let ident = &variant.ident;
        let parts = Parts::new(fields);
        self.tables.push(object_table(&emit!(#inner), "", &Docs::default(), &parts, false));
        let inner = table(inner);
        let (read, construct, pattern, bound) = (parts.read(&inner), parts.construct(), parts.pattern(), parts.bound());
        let index = Literal::usize_unsuffixed(i);
        self.decode.push(emit! {
            #index => {
                let mut tag: __p::Option<__p::Tag> = __p::None;
                let mut raw: __p::Option<__p::Raw> = __p::None;
                r.object(#object, &mut [&mut tag, &mut raw])?;
                r.within(raw, |r| { #read __p::Ok(Self::#ident #construct) })
            }
        });
        self.encode.push(emit!(Self::#ident #pattern => out.adjacent(#object, #inner, #bound),));
        self.check.push(emit!(Self::#ident #pattern => __p::check_adjacent(#object, #inner, #bound, at, out),));
    }
}

/// ```text
/// const SHAPES: &'static [&'static __p::Shape] = &[&<u32 as __p::ToolValue>::SHAPE, &__p::Shape::table(TABLE_1)];
/// fn decode(r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
///     match r.branch(<Self as __Table>::SHAPES)? { 0 => __p::Ok(Self::One(<u32 as __p::ToolValue>::decode(r)?)), 1 => … }
/// ```
///
/// The kinds are those of the branches one by one and not of their shapes: a shape knows the kinds of its fields, and a field may
/// be this very type.
pub(super) fn untagged(model: &TypeModel, variants: &[Variant]) -> ValueImpl {
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
                arms.tables.push(object_table(&emit!(#constant), "", &Docs::default(), &parts, false));
                arms.asserts.extend(asserts::of_fields(model, &emit!(#constant), fields));
            }
        }
    }
    let (name, description, branches) = (Name::of(&model.ident).text, &model.description, &arms.branches);
    let node = node_table(&emit!(__p::Node::Union(__p::Union::untagged(#name, #description, &[#(#branches),*]))));
    arms.tables.push(node);
    arms.tables.push(Table { name: emit!(SHAPES), ty: emit!(&'static [&'static __p::Shape]), value: emit!(&[#(#shapes),*]) });
    arms.asserts.extend(asserts::disjoint(model, variants));
    let render = render::of_variants(variants, |i, variant| (Parts::new(variant.body.fields()), table(numbered("TABLE", i))));
    told_by_shape(model, &kinds, arms, &render)
}

impl Arms {
    /// The arms of an untagged variant that is another type.
    fn push_inner(&mut self, model: &TypeModel, i: usize, variant: &Variant, field: &Field) {
        let (ident, ty, description) = (&variant.ident, &field.ty, &variant.description);
        let name = &variant.name.text;
        let index = Literal::usize_unsuffixed(i);
        self.decode.push(emit!(#index => __p::Ok(Self::#ident(<#ty as __p::ToolValue>::decode(r)?)),));
        self.encode.push(emit!(Self::#ident(f0) => <#ty as __p::ToolValue>::encode(f0, out),));
        if field.has_no_attributes() {
            self.branches.push(emit!(__p::Branch::of(#name, #description, <#ty as __p::ToolValue>::OPS)));
            return self.check.push(emit!(Self::#ident(f0) => <#ty as __p::ToolValue>::check(f0, at, out),));
        }
        let constant = numbered("NEWTYPE", i);
        let inner = table(&constant);
        self.tables.push(newtype::table(&emit!(#constant), "", &field.description, field));
        self.branches.push(emit!(__p::Branch::new(#name, #description, || const { &__p::Node::Newtype(*#inner) })));
        self.check.push(emit!(Self::#ident(f0) => __p::check_newtype(#inner, f0, at, out),));
        self.asserts.extend(asserts::of_newtype(model, &emit!(#constant), field));
    }
}

fn told_by_shape(model: &TypeModel, kinds: &[TokenStream], arms: Arms, render: &TokenStream) -> ValueImpl {
    let (own_check, evaluate) = (types::own_check(model), asserts::evaluate(model));
    let Arms { decode, encode, check, .. } = &arms;
    let check = types::check_fn(&emit!(match self { #(#check)* } #own_check));
    let items = emit! {
        const KINDS: u8 = #(#kinds)|*;
        fn node() -> &'static __p::Node {
            <Self as __Table>::NODE
        }
        fn decode(r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            #evaluate
            match r.branch(<Self as __Table>::SHAPES)? {
                #(#decode)*
                _ => __p::Err(__p::Fail),
            }
        }
        fn encode(&self, out: &mut __p::Encoder) {
            match self { #(#encode)* }
        }
        #check
        #render
    };
    ValueImpl { tables: arms.tables, items, asserts: arms.asserts }
}
