//! What a tool says about itself, and how its body is called: common to functions and impl blocks.

use proc_macro2::{Literal, Span, TokenStream};
use syn::{Ident, Type};

use crate::model::{Effect, Param, Spec};

/// How the body runs.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Runs {
    Async,
    Inline,
    Blocking,
}

/// ```text
/// const SPEC: __p::ToolSpec = __p::ToolSpec::new("read_file", "Read a file from disk.").effect(__p::Effect::Read).timeout_ms(30_000);
/// ```
pub(super) fn spec_const(spec: &Spec, runs: Runs) -> TokenStream {
    let (name, description) = (&spec.name.text, &spec.description);
    let effect = spec.effect.map(|effect| match effect {
        Effect::Read => emit!(.effect(__p::Effect::Read)),
        Effect::Write => emit!(.effect(__p::Effect::Write)),
        Effect::Destructive => emit!(.effect(__p::Effect::Destructive)),
        Effect::External => emit!(.effect(__p::Effect::External)),
    });
    let idempotent = spec.idempotent.then(|| emit!(.idempotent()));
    let drop_on_cancel = spec.drop_on_cancel.as_ref().map(|_| emit!(.drop_on_cancel()));
    let repair = (!spec.repair).then(|| emit!(.no_repair()));
    let timeout = spec.timeout_ms.map(Literal::u64_unsuffixed).map(|ms| emit!(.timeout_ms(#ms)));
    let runs = match runs {
        Runs::Async => TokenStream::new(),
        Runs::Inline => emit!(.inline()),
        Runs::Blocking => emit!(.blocking()),
    };
    emit!(const SPEC: __p::ToolSpec = __p::ToolSpec::new(#name, #description) #effect #idempotent #timeout #drop_on_cancel #repair #runs;)
}

/// `const HOOKS`, where there are any.
pub(super) fn hooks_const(hooks: &[TokenStream]) -> TokenStream {
    if hooks.is_empty() {
        return TokenStream::new();
    }
    emit!(const HOOKS: __p::Hooks<Self> = __p::Hooks::<Self>::new() #(#hooks)*;)
}

/// The return type as written, or the unit type.
pub(super) fn output(written: Option<&Type>) -> TokenStream {
    written.map_or_else(|| emit!(()), |ty| emit!(#ty))
}

/// What the call passes for a context: whatever the type makes of the call.
pub(super) fn context(ty: &Type) -> TokenStream {
    emit!(<#ty as __p::FromCall<'_>>::from_call(__cx))
}

/// The states that the contexts need, so that a missing one fails when the tool registers and not when it is called. References
/// are to the call itself and need nothing.
pub(super) fn needs_fn(params: &[Param]) -> TokenStream {
    let needs: Vec<_> = params
        .iter()
        .filter_map(|param| match param {
            Param::Context { ty, cfg } if !matches!(crate::model::peel(ty), Type::Reference(_)) => {
                Some(emit!(#(#cfg)* <#ty as __p::FromCall<'_>>::need(__needs);))
            }
            _ => None,
        })
        .collect();
    if needs.is_empty() {
        return TokenStream::new();
    }
    emit! {
        fn needs(__needs: &mut __p::Needs) {
            #(#needs)*
        }
    }
}

/// ```text
/// fn execute(&self, __args: ReadFileArgs, __cx: &__p::ToolContext) -> impl __p::Future<Output = ToolResult<String>> + __p::Send { … }
/// ```
///
/// It stands at the name of the author's function: that is where the compiler says that a body's future is not `Send`.
pub(super) fn execute_fn(
    name: &Ident,
    args: &TokenStream,
    params: &[Param],
    output: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let uses_args = params.iter().any(|param| matches!(param, Param::Argument { .. }));
    let uses_cx = params.iter().any(|param| matches!(param, Param::Context { .. }));
    let args_name = Ident::new(if uses_args { "__args" } else { "_args" }, Span::mixed_site());
    let cx_name = Ident::new(if uses_cx { "__cx" } else { "_cx" }, Span::mixed_site());
    // Under `#[cfg]` a parameter may leave nothing that uses them.
    let allow = params.iter().any(|param| match param {
        Param::Argument { cfg, .. } | Param::Context { cfg, .. } => !cfg.is_empty(),
    });
    let allow = allow.then(|| emit!(#[allow(unused_variables)]));
    emit_at! {name.span()=>
        #allow
        fn execute(&self, #args_name: #args, #cx_name: &__p::ToolContext) -> impl __p::Future<Output = #output> + __p::Send {
            #body
        }
    }
}

/// A tool owns its arguments, so clippy's advice to borrow them cannot be followed; it gives none for async functions.
pub(super) fn allow_by_value(is_async: bool) -> Option<TokenStream> {
    (!is_async).then(|| emit!(#[allow(clippy::needless_pass_by_value)]))
}

/// A synchronous body runs when its future is polled, so that it counts as the body and not as the making of one.
pub(super) fn body(call: &TokenStream, runs: Runs) -> TokenStream {
    match runs {
        Runs::Async => call.clone(),
        Runs::Inline | Runs::Blocking => emit!(__p::inline(move || #call)),
    }
}
