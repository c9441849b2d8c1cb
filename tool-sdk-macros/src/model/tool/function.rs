//! `#[tool]` on a function: its parameters are the arguments, or ask the call.

use proc_macro2::TokenStream;
use syn::{
    Attribute, FnArg, GenericParam, Generics, Ident, ItemFn, Member, Pat, PatType, Path, ReturnType, Signature, Type,
};

use super::{Spec, cfgs, clean_params, is_context, refuse_qualifiers};
use crate::attr::{Entries, FUNCTION, Keyed};
use crate::diag::Diag;
use crate::docs::Docs;
use crate::model::{Body, Card, Derive, Field, Object, TypeModel, refused_type};
use crate::names::{Case, Name};

pub(crate) struct FunctionTool {
    pub(crate) spec: Spec,
    /// The author's function without our attributes.
    pub(crate) item: ItemFn,
    /// The tool's own type, `ReadFile` of `read_file`.
    pub(crate) ident: Ident,
    /// The item's `#[cfg]`s, which everything made from it shares.
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) args: TypeModel,
    pub(crate) params: Vec<Param>,
    /// Nothing where the function returns nothing.
    pub(crate) output: Option<Type>,
    pub(crate) blocking: bool,
    pub(crate) render_with: Option<Keyed<Path>>,
    /// Whether the function can stand where it stands: a `self` shows that it belongs elsewhere.
    pub(crate) is_free: bool,
}

/// One parameter, in the order of the call.
pub(crate) enum Param {
    /// A field of the arguments.
    Argument { member: Member, cfg: Vec<Attribute> },
    /// Something of the call's.
    Context { ty: Box<Type>, cfg: Vec<Attribute> },
}

impl FunctionTool {
    pub(crate) fn from_syn(attribute: TokenStream, mut item: ItemFn, diag: &Diag) -> Self {
        let mut entries = Entries::from_tokens(attribute, &FUNCTION, diag);
        let spec = Spec::take(&mut entries, &item.attrs, Name::of(&item.sig.ident), diag);
        let blocking = blocking(&mut entries, &item.sig, diag);
        let render_with = entries.path("render_with");
        check_signature(&item, diag);
        let mut fields = Vec::new();
        let params = item.sig.inputs.iter().filter_map(|input| param(input, &mut fields, diag)).collect();
        let name = &item.sig.ident;
        let pascal = Case::Pascal.apply(&Name::of(name).text);
        let mut args = args_model(&spec, &item, Ident::new(&format!("{pascal}Args"), name.span()), fields);
        args.call = Card::call(&mut entries, diag);
        args.deny_undocumented = entries.deny_undocumented();
        let ident = Ident::new(&pascal, name.span());
        let output = output(&item.sig, diag);
        let is_free = item.sig.receiver().is_none();
        clean_params(&mut item.sig.inputs);
        item.attrs.retain(|attribute| !attribute.path().is_ident("tool"));
        Self { spec, ident, cfg: cfgs(&item.attrs), args, params, output, blocking, render_with, is_free, item }
    }

    pub(crate) fn is_async(&self) -> bool {
        self.item.sig.asyncness.is_some()
    }
}

fn blocking(entries: &mut Entries<'_>, sig: &Signature, diag: &Diag) -> bool {
    let Some(key) = entries.flag("blocking") else {
        return false;
    };
    if sig.asyncness.is_some() {
        diag.at(key.span(), "`blocking` moves a synchronous body to the blocking pool: leave it or `async` out");
    }
    true
}

fn check_signature(item: &ItemFn, diag: &Diag) {
    refuse_qualifiers(&item.sig, "a function tool", diag);
    for param in &item.sig.generics.params {
        match param {
            GenericParam::Lifetime(lifetime) => {
                diag.on(lifetime, "a function tool has no lifetimes of its own: leave it out, as in `&ToolContext`");
            }
            other => diag.on(
                other,
                "a tool has one type of arguments and one of value: put `#[tool]` on an `impl` block of a generic type",
            ),
        }
    }
}

fn param(input: &FnArg, fields: &mut Vec<Field>, diag: &Diag) -> Option<Param> {
    let param = match input {
        FnArg::Receiver(receiver) => {
            diag.on(
                receiver,
                "a function tool has no `self`: put `#[tool]` on the `impl` block, with an `execute` in it",
            );
            return None;
        }
        FnArg::Typed(param) => param,
    };
    let cfg = cfgs(&param.attrs);
    if is_context(param) {
        for attribute in param.attrs.iter().filter(|attribute| attribute.path().is_ident("arg")) {
            diag.on(attribute, "this parameter asks the call and is no argument: leave `#[arg(…)]` out");
        }
        return Some(Param::Context { ty: param.ty.clone(), cfg });
    }
    let member = Member::Named(param_name(param, diag)?);
    let field = Field::from_syn(member.clone(), &param.ty, &param.attrs, None, diag);
    fields.push(field);
    Some(Param::Argument { member, cfg })
}

fn param_name(param: &PatType, diag: &Diag) -> Option<Ident> {
    match &*param.pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => return Some(name.ident.clone()),
        Pat::Wild(_) => diag.on(&param.pat, "an argument has a name that the model sees: write one instead of `_`"),
        other => diag
            .on(other, "an argument has a name that the model sees: write `name: Type`, and take it apart in the body"),
    }
    None
}

fn output(sig: &Signature, diag: &Diag) -> Option<Type> {
    let ReturnType::Type(_, ty) = &sig.output else {
        return None;
    };
    if let Some((part, why)) = refused_type(ty) {
        diag.on(part, why);
    }
    Some((**ty).clone())
}

fn args_model(spec: &Spec, item: &ItemFn, ident: Ident, fields: Vec<Field>) -> TypeModel {
    TypeModel {
        derive: Derive::Args,
        ident,
        vis: item.vis.clone(),
        generics: Generics::default(),
        // The tool's own description is what a model reads; the object of its arguments repeats nothing.
        description: Docs::default(),
        runtime: spec.runtime.clone(),
        body: Body::Object(Object { fields, open: true, render: None }),
        call: None,
        result: None,
        check: None,
        has_new: true,
        has_setters: true,
        deny_undocumented: false,
        is_data: true,
    }
}
