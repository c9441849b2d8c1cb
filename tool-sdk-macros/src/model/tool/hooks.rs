//! `#[tool]` on an impl block: `execute` and the hooks beside it.

use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned;
use syn::{
    FnArg, Generics, Ident, ImplItem, ImplItemFn, ItemImpl, Receiver, ReceiverKind, ReturnType, Signature, Type,
};

use super::{NarrowHook, Spec, clean_params, is_context, refuse_qualifiers};
use crate::attr::{Entries, IMPL};
use crate::diag::Diag;
use crate::model::{Param, peel, refused_type};
use crate::names::{Case, Name, did_you_mean};

/// What a hook is given in one of its parameters.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum HookParam {
    /// A reference to the arguments or the value, which may be written as what they dereference to.
    Reference,
    /// A reference to how the call ended.
    Presented,
    /// Anything else.
    Other,
}

/// What comes of a hook.
#[derive(Clone, Copy)]
pub(crate) enum Gives {
    /// Something that becomes content.
    Content,
    /// Yes or no.
    Verdict,
    /// A tool value for the log.
    Meta,
    /// A card, or none.
    Call,
    Result,
}

/// The form of a hook. Another hook is another row, and a builder of `Hooks` in the runtime.
pub(crate) struct HookForm {
    pub(crate) name: &'static str,
    /// The form as an author writes it.
    pub(crate) signature: &'static str,
    pub(crate) params: &'static [HookParam],
    pub(crate) gives: Gives,
}

impl HookForm {
    /// Whether it makes cards, and makes them again when there is nothing but a log.
    fn presents(&self) -> bool {
        matches!(self.gives, Gives::Call | Gives::Result)
    }
}

pub(crate) static HOOKS: [HookForm; 6] = [
    HookForm {
        name: "render",
        signature: "fn render(args: &Args, value: &Value) -> Content",
        params: &[HookParam::Reference, HookParam::Reference],
        gives: Gives::Content,
    },
    HookForm {
        name: "concurrency_safe",
        signature: "fn concurrency_safe(args: &Args) -> bool",
        params: &[HookParam::Reference],
        gives: Gives::Verdict,
    },
    HookForm {
        name: "finalize_content",
        signature: "fn finalize_content(args: Option<&Args>, content: Content, info: &OutcomeInfo) -> Content",
        params: &[HookParam::Other, HookParam::Other, HookParam::Other],
        gives: Gives::Content,
    },
    HookForm {
        name: "presentation_meta",
        signature: "fn presentation_meta(args: &Args, value: &Value) -> Meta",
        params: &[HookParam::Reference, HookParam::Reference],
        gives: Gives::Meta,
    },
    HookForm {
        name: "present_call",
        signature: "fn present_call(args: &Args) -> CallView",
        params: &[HookParam::Reference],
        gives: Gives::Call,
    },
    HookForm {
        name: "present_result",
        signature: "fn present_result(args: &Args, result: &Presented<Meta>) -> Option<ResultView>",
        params: &[HookParam::Reference, HookParam::Presented],
        gives: Gives::Result,
    },
];

pub(crate) struct ImplTool {
    pub(crate) spec: Spec,
    /// The author's block without our attributes.
    pub(crate) item: ItemImpl,
    /// Nothing where there is no `execute` that could be called.
    pub(crate) execute: Option<Execute>,
    pub(crate) hooks: Vec<Hook>,
    pub(crate) narrow: Option<NarrowHook>,
}

/// The body of the tool.
pub(crate) struct Execute {
    pub(crate) name: Ident,
    pub(crate) is_async: bool,
    /// The type of the arguments; nothing where the tool takes none.
    pub(crate) args: Option<Type>,
    pub(crate) params: Vec<Param>,
    pub(crate) output: Option<Type>,
}

pub(crate) struct Hook {
    pub(crate) form: &'static HookForm,
    pub(crate) name: Ident,
    /// The types of the parameters as written, without the reference where the form has one.
    pub(crate) params: Vec<Type>,
    /// Where the result's type stands.
    pub(crate) output: Span,
}

impl ImplTool {
    pub(crate) fn from_syn(attribute: TokenStream, mut item: ItemImpl, diag: &Diag) -> Self {
        let mut entries = Entries::from_tokens(attribute, &IMPL, diag);
        let spec = Spec::take(&mut entries, &item.attrs, type_name(&item.self_ty), diag);
        item.attrs.retain(|attribute| !attribute.path().is_ident("tool"));
        if let Some((path, _)) = &item.trait_ {
            diag.on(path, "`#[tool]` stands on an `impl` block of its own: the trait is implemented by it");
            // The functions in it are those of the trait, and none of them is meant as a hook.
            return Self { spec, item, execute: None, hooks: Vec::new(), narrow: None };
        }
        let mut execute = None;
        let mut hooks = Vec::new();
        let mut narrow = None;
        for part in &item.items {
            match part {
                ImplItem::Fn(function) if function.sig.ident == "execute" => {
                    execute = read_execute(function, diag);
                }
                ImplItem::Fn(function) if function.sig.ident == "narrow" => {
                    narrow = NarrowHook::from_syn(function, diag);
                }
                ImplItem::Fn(function) => hooks.extend(read_hook(function, diag)),
                other => {
                    diag.on(other, "a `#[tool] impl` holds hooks only: this belongs in an `impl` block of its own");
                }
            }
        }
        let named =
            |part: &ImplItem| matches!(part, ImplItem::Fn(function) if is_meant_as(&function.sig.ident, "execute"));
        if !item.items.iter().any(named) {
            let message = "this tool has no body: add `async fn execute(&self, args: Args, cx: &ToolContext) -> ToolResult<Value>`";
            diag.on(&item.self_ty, message);
        }
        for part in &mut item.items {
            if let ImplItem::Fn(function) = part {
                clean_params(&mut function.sig.inputs);
            }
        }
        Self { spec, item, execute, hooks, narrow }
    }

    pub(crate) fn generics(&self) -> &Generics {
        &self.item.generics
    }
}

/// A misspelt `execute` is reported once, as a misspelling.
fn is_meant_as(ident: &Ident, name: &str) -> bool {
    ident == name || !did_you_mean(&ident.to_string(), [name]).is_empty()
}

fn type_name(ty: &Type) -> Name {
    let last = match peel(ty) {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    match last {
        Some(segment) => Name { text: Case::Snake.apply(&Name::of(&segment.ident).text), span: segment.ident.span() },
        None => Name { text: String::new(), span: ty.span() },
    }
}

fn read_execute(function: &ImplItemFn, diag: &Diag) -> Option<Execute> {
    let sig = &function.sig;
    refuse_qualifiers(sig, "`execute`", diag);
    for param in &sig.generics.params {
        diag.on(param, "`execute` has no generics of its own: put them on the type");
    }
    match sig.receiver() {
        Some(Receiver { kind: ReceiverKind::Reference(_, _, None), .. }) => {}
        Some(receiver) => {
            diag.on(receiver, "`execute` takes `&self`: calls may overlap, so state that changes stands behind a lock");
        }
        None => diag.at(sig.ident.span(), "`execute` takes `&self`: add it as the first parameter"),
    }
    let mut args = None;
    let mut params = Vec::new();
    for input in &sig.inputs {
        let FnArg::Typed(param) = input else { continue };
        let ty = param.ty.clone();
        let cfg = super::cfgs(&param.attrs);
        if is_context(param) {
            params.push(Param::Context { ty, cfg });
        } else if args.is_some() {
            diag.on(
                &param.pat,
                "`execute` takes one value of arguments: make this a field of it, or mark a context `#[cx]`",
            );
        } else {
            params.push(Param::Argument { member: syn::Member::from(0), cfg });
            args = Some(*ty);
        }
    }
    if let Some((part, why)) = args.as_ref().and_then(refused_type) {
        diag.on(part, why);
    }
    Some(Execute {
        name: sig.ident.clone(),
        is_async: sig.asyncness.is_some(),
        args,
        params,
        output: output(sig, diag),
    })
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

fn read_hook(function: &ImplItemFn, diag: &Diag) -> Option<Hook> {
    let sig = &function.sig;
    let name = sig.ident.to_string();
    let Some(form) = HOOKS.iter().find(|form| form.name == name) else {
        diag.at(sig.ident.span(), unknown_hook(&name));
        return None;
    };
    if let Some(cfg) = super::cfgs(&function.attrs).first() {
        diag.on(cfg, format!("`{name}` is always there or never: leave `#[cfg]` out, or put it into the body"));
    }
    let sound = check_pure(sig, form, diag);
    let params: Vec<Type> = sig.inputs.iter().filter_map(hook_param).collect();
    let output = match &sig.output {
        ReturnType::Default => {
            diag.at(sig.ident.span(), format!("`{name}` returns nothing: it is `{}`", form.signature));
            return None;
        }
        ReturnType::Type(_, ty) => ty.span(),
    };
    sound.then(|| Hook { form, name: sig.ident.clone(), params, output })
}

fn unknown_hook(name: &str) -> String {
    let known = HOOKS.iter().map(|form| form.name).chain(["execute", "narrow"]);
    let meant = did_you_mean(name, known);
    if meant.is_empty() {
        format!("there is no hook `{name}`; a helper belongs in an `impl` block of its own, without `#[tool]`")
    } else {
        format!("there is no hook `{name}`{meant}")
    }
}

/// Hooks run again on replay, when there is no tool, no call and nothing to wait for. One mistake is reported at a time for each
/// part of the signature.
fn check_pure(sig: &Signature, form: &HookForm, diag: &Diag) -> bool {
    let name = form.name;
    let mut sound = true;
    let mut refuse = |span: Span, why: String| {
        diag.at(span, why);
        sound = false;
    };
    if let Some(token) = &sig.asyncness {
        refuse(token.span, format!("`{name}` is not async: it runs again on replay, where nothing can be awaited"));
    }
    if let Some(param) = sig.generics.params.first() {
        refuse(param.span(), format!("`{name}` has no generics of its own: it is `{}`", form.signature));
    }
    let typed = sig.inputs.iter().filter_map(typed_param).count();
    if let Some(receiver) = sig.receiver() {
        refuse(
            receiver.self_token.span,
            format!("`{name}` takes no `self`: it runs again on replay, when no tool exists"),
        );
    }
    if let Some(extra) = sig.inputs.iter().filter_map(typed_param).nth(form.params.len()) {
        let why = if form.presents() { " and runs again on replay, when there is no call" } else { "" };
        refuse(extra.pat.span(), format!("`{name}` is given no more than it shows{why}: it is `{}`", form.signature));
    } else if typed < form.params.len() {
        refuse(sig.ident.span(), format!("`{name}` lacks a parameter: it is `{}`", form.signature));
    }
    for (input, wanted) in sig.inputs.iter().filter_map(typed_param).zip(form.params) {
        let by_reference = matches!(peel(&input.ty), Type::Reference(reference) if reference.mutability.is_none());
        if *wanted != HookParam::Other && !by_reference {
            refuse(
                input.ty.span(),
                format!("`{name}` reads what it is given: write a `&` reference, `{}`", form.signature),
            );
        }
    }
    sound
}

fn typed_param(input: &FnArg) -> Option<&syn::PatType> {
    match input {
        FnArg::Typed(param) => Some(param),
        FnArg::Receiver(_) => None,
    }
}

fn hook_param(input: &FnArg) -> Option<Type> {
    let param = typed_param(input)?;
    Some(match peel(&param.ty) {
        Type::Reference(reference) => (*reference.elem).clone(),
        other => other.clone(),
    })
}
