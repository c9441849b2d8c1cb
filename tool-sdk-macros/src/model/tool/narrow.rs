//! The hook `narrow` of a `#[tool] impl`, which is asked of an instance and so is like no other.

use syn::spanned::Spanned;
use syn::{FnArg, Ident, ImplItemFn, Receiver, ReceiverKind, ReturnType, Type};

use super::{cfgs, refuse_qualifiers};
use crate::diag::Diag;
use crate::model::peel;

const SIGNATURE: &str = "fn narrow(&self, narrow: &mut Narrow)";

pub(crate) struct NarrowHook {
    pub(crate) name: Ident,
    /// The type of its parameter, where a mistake in it is told.
    pub(crate) given: Type,
}

impl NarrowHook {
    /// Reports each part of the signature that is not as it has to be.
    pub(super) fn from_syn(function: &ImplItemFn, diag: &Diag) -> Option<Self> {
        let sig = &function.sig;
        refuse_qualifiers(sig, "`narrow`", diag);
        if let Some(cfg) = cfgs(&function.attrs).first() {
            diag.on(cfg, "`narrow` is always there or never: leave `#[cfg]` out, or put it into the body");
        }
        if let Some(token) = &sig.asyncness {
            diag.at(token.span, "`narrow` is not async: it is asked once, when the tool registers");
        }
        if let Some(param) = sig.generics.params.first() {
            diag.on(param, format!("`narrow` has no generics of its own: it is `{SIGNATURE}`"));
        }
        match sig.receiver() {
            Some(Receiver { kind: ReceiverKind::Reference(_, _, None), .. }) => {}
            Some(receiver) => diag.on(receiver, "`narrow` takes `&self`: it looks at the instance that registers"),
            None => diag
                .at(sig.ident.span(), format!("`narrow` asks an instance, so it takes `&self`: it is `{SIGNATURE}`")),
        }
        if let ReturnType::Type(_, ty) = &sig.output {
            diag.at(
                ty.span(),
                format!(
                    "`narrow` returns nothing, what cannot be left out fails the registration: it is `{SIGNATURE}`"
                ),
            );
        }
        let mut params = sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(param) => Some(param),
            FnArg::Receiver(_) => None,
        });
        let Some(given) = params.next() else {
            diag.at(sig.ident.span(), format!("`narrow` lacks a parameter: it is `{SIGNATURE}`"));
            return None;
        };
        if !matches!(peel(&given.ty), Type::Reference(reference) if reference.mutability.is_some()) {
            diag.at(
                given.ty.span(),
                format!("`narrow` writes what it leaves out: write a `&mut` reference, `{SIGNATURE}`"),
            );
        }
        if let Some(extra) = params.next() {
            diag.on(&extra.pat, format!("`narrow` is given no more than it shows: it is `{SIGNATURE}`"));
        }
        Some(Self { name: sig.ident.clone(), given: (*given.ty).clone() })
    }
}
