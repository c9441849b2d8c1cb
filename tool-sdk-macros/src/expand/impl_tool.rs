//! `#[tool]` on an impl block: the block as an inherent one, and the implementation of `Tool` that calls it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;
use syn::{Generics, parse_quote};

use super::function::parallel_hook;
use super::spec::{self, Runs};
use crate::attr::span_of;
use crate::model::{Execute, Gives, Hook, HookParam, ImplTool, NarrowHook, Param};

/// ```text
/// impl Edit { async fn execute(&self, args: EditArgs, cx: &ToolContext) -> ToolResult<EditOutput> { … } fn render(…) … }
/// const _: () = {
///     impl __p::Tool for Edit {
///         type Args = EditArgs;
///         type Return = ToolResult<EditOutput>;
///         const SPEC: __p::ToolSpec = …;
///         const HOOKS: __p::Hooks<Self> = __p::Hooks::<Self>::new().render(|__a0, __a1| __p::Into::into(Self::render(…)));
///         fn execute(&self, __args: EditArgs, __cx: &__p::ToolContext) -> … { Self::execute(self, __args, …) }
///     }
/// };
/// ```
///
/// Within the trait's implementation `Self::execute` is the inherent one: inherent functions come first.
pub(crate) fn expand_impl(tool: &ImplTool) -> TokenStream {
    let item = &tool.item;
    let Some(execute) = &tool.execute else {
        return emit!(#item);
    };
    let block = tool.spec.runtime.block(&tool_impl(tool, execute));
    let cfg = item.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    let allow = spec::allow_by_value(execute.is_async);
    emit! {
        #allow
        #item
        #(#cfg)* #block
    }
}

fn tool_impl(tool: &ImplTool, execute: &Execute) -> TokenStream {
    let ty = &tool.item.self_ty;
    let generics = shared(tool.generics());
    let (params, _, bounds) = generics.split_for_impl();
    let args = args(execute);
    let output = spec::output(execute.output.as_ref());
    let runs = if execute.is_async { Runs::Async } else { Runs::Inline };
    let spec_const = spec::spec_const(&tool.spec, runs);
    let parallel = parallel_hook(tool.spec.parallel.as_ref());
    let meta = tool.hooks.iter().find(|hook| matches!(hook.form.gives, Gives::Meta));
    let mut hooks: Vec<_> = parallel.into_iter().chain(tool.hooks.iter().map(|each| hook(each, meta))).collect();
    hooks.extend(meta.map(|meta| {
        let project = projector(meta);
        // At the same place as the other use of the meta's type, so that a wrong one is one error.
        let card = emit_at!(meta.output=> __p::meta_card(#project));
        emit!(.meta_card(#card))
    }));
    let hooks = spec::hooks_const(&hooks);
    let body = spec::body(&call(execute), runs);
    let execute_fn = spec::execute_fn(&execute.name, &args, &execute.params, &output, &body);
    let needs = spec::needs_fn(&execute.params);
    let narrow = tool.narrow.as_ref().map(narrow_fn);
    emit! {
        #[automatically_derived]
        impl #params __p::Tool for #ty #bounds {
            type Args = #args;
            type Return = #output;
            #spec_const
            #hooks
            #execute_fn
            #needs
            #narrow
        }
    }
}

/// A tool is shared between threads and outlives the call; a parameter of its type has to be so as well.
pub(crate) fn shared(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for param in generics.type_params_mut() {
        param.bounds.push(parse_quote!(__p::Send));
        param.bounds.push(parse_quote!(__p::Sync));
        param.bounds.push(parse_quote!('static));
    }
    generics
}

fn args(execute: &Execute) -> TokenStream {
    execute.args.as_ref().map_or_else(|| emit!(__p::NoArgs), |ty| emit!(#ty))
}

fn call(execute: &Execute) -> TokenStream {
    let passed = execute.params.iter().map(|param| match param {
        Param::Argument { cfg, .. } => emit!(#(#cfg)* __args),
        Param::Context { ty, cfg } => {
            let context = spec::context(ty);
            emit!(#(#cfg)* #context)
        }
    });
    let name = &execute.name;
    emit!(Self::#name(self, #(#passed),*))
}

/// ```text
/// .render(|__a0, __a1| __p::Into::into(Self::render(__p::given(__a0).seen_as::<EditArgs>(), __p::given(__a1).seen_as::<EditOutput>())))
/// ```
///
/// What a hook is given is known from the tool, so that a parameter of another type is one error, on the type that the author
/// wrote.
fn hook(hook: &Hook, meta: Option<&Hook>) -> TokenStream {
    let name = &hook.name;
    let (names, call) = hook_call(hook, meta);
    let call = match hook.form.gives {
        Gives::Content => emit_at!(hook.output=> __p::Into::into(#call)),
        Gives::Verdict => emit_at!(hook.output=> { let __verdict: __p::bool = #call; __verdict }),
        Gives::Meta => emit_at!(hook.output=> __p::meta_text(&#call)),
        Gives::Call => emit_at!(hook.output=> __p::GivesCall::into_view(#call)),
        Gives::Result => emit_at!(hook.output=> __p::GivesResult::into_view(#call)),
    };
    emit!(.#name(|#(#names),*| #call))
}

/// What makes the meta, as a function of the types that the tool has.
///
/// ```text
/// |__a0: &<Self as __p::Tool>::Args, __a1: &__p::OutputOf<Self>| Self::presentation_meta(…)
/// ```
fn projector(meta: &Hook) -> TokenStream {
    let (names, call) = hook_call(meta, None);
    let at = meta.output;
    let types = [emit_at!(at=> <Self as __p::Tool>::Args), emit_at!(at=> __p::OutputOf<Self>)];
    // All of it at one place: then a meta that is no value is one error, however often it is asked for.
    emit_at!(at=> |#(#names: &#types),*| #call)
}

/// The names of what a hook is given, and its call.
fn hook_call(hook: &Hook, meta: Option<&Hook>) -> (Vec<Ident>, TokenStream) {
    let (name, form) = (&hook.name, hook.form);
    let names: Vec<Ident> =
        (0..form.params.len()).map(|i| format_ident!("__a{i}", span = Span::mixed_site())).collect();
    let passed = form.params.iter().zip(&hook.params).zip(&names).map(|((wanted, ty), name)| match wanted {
        HookParam::Reference => emit!(__p::given(#name).seen_as::<#ty>()),
        // With a projector the meta has its type; without one there is none, whatever type is written.
        HookParam::Presented => match meta {
            Some(meta) => {
                let project = projector(meta);
                let typed = emit_at!(meta.output=> __p::presented(#name, #project));
                // Its type is settled before it meets the one that the author wrote, where they differ.
                emit_at!(span_of(ty)=> &{ let __typed = #typed; __typed })
            }
            None => emit_at!(span_of(ty)=> &#name.typed()),
        },
        HookParam::Other => {
            let name = Ident::new(&name.to_string(), name.span().located_at(span_of(ty)));
            emit!(#name)
        }
    });
    let call = emit_at!(hook.output=> Self::#name(#(#passed),*));
    (names, call)
}

/// ```text
/// fn narrow(&self, __narrow: &mut __p::Narrow) { Self::narrow(self, __narrow); }
/// ```
fn narrow_fn(hook: &NarrowHook) -> TokenStream {
    let name = &hook.name;
    let narrow = Ident::new("__narrow", Span::mixed_site());
    let given = Ident::new("__narrow", narrow.span().located_at(span_of(&hook.given)));
    emit! {
        fn narrow(&self, #narrow: &mut __p::Narrow) {
            Self::#name(self, #given);
        }
    }
}
