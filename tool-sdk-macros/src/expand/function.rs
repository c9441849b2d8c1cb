//! `#[tool]` on a function: the function, the tool's type, the type of its arguments, and the two implementations.

use proc_macro2::TokenStream;

use super::spec::{self, Runs};
use super::types::expand_type;
use crate::attr::span_of;
use crate::docs::Docs;
use crate::model::{Body, FunctionTool, Parallel, Param};

/// ```text
/// async fn read_file(path: String, limit: Option<u32>) -> ToolResult<String> { … }
/// pub struct ReadFile;
/// pub struct ReadFileArgs { pub path: String, pub limit: Option<u32> }
/// const _: () = { impl __p::ToolValue for ReadFileArgs { … } impl __p::ToolArgs for ReadFileArgs {} … };
/// const _: () = {
///     impl __p::Tool for ReadFile {
///         type Args = ReadFileArgs;
///         type Return = ToolResult<String>;
///         const SPEC: __p::ToolSpec = …;
///         fn execute(&self, __args: ReadFileArgs, _cx: &__p::ToolContext) -> … { read_file(__args.path, __args.limit) }
///     }
/// };
/// ```
pub(crate) fn expand_function(tool: &FunctionTool) -> TokenStream {
    let (item, cfg) = (&tool.item, &tool.cfg);
    let (tool_struct, args_struct) = (tool_struct(tool), args_struct(tool));
    let args_impl = expand_type(&tool.args);
    let tool_impl = tool.spec.runtime.block(&tool_impl(tool));
    let allow = spec::allow_by_value(tool.is_async());
    emit! {
        #allow
        #item
        #tool_struct
        #args_struct
        #(#cfg)* #args_impl
        #(#cfg)* #tool_impl
    }
}

/// The tool as a value, which is what registers.
pub(crate) fn tool_struct(tool: &FunctionTool) -> TokenStream {
    let (cfg, vis, ident) = (&tool.cfg, &tool.item.vis, &tool.ident);
    let title = format!("The tool `{}`.", tool.spec.name.text);
    let doc = described(&title, &tool.spec.description);
    emit! {
        #(#cfg)*
        #doc
        #[allow(dead_code, missing_copy_implementations, missing_debug_implementations)]
        #vis struct #ident;
    }
}

/// The arguments as a struct; its fields are seen as far as itself.
pub(crate) fn args_struct(tool: &FunctionTool) -> TokenStream {
    let (cfg, vis, ident) = (&tool.cfg, &tool.item.vis, &tool.args.ident);
    let doc = format!("The arguments of `{}`.", tool.spec.name.text);
    let fields: &[_] = match &tool.args.body {
        Body::Object(object) => &object.fields,
        _ => &[],
    };
    let fields = fields.iter().map(|field| {
        let (cfg, member, ty) = (&field.cfg, &field.member, &field.ty);
        let doc = if field.description.is_empty() {
            let doc = format!("The argument `{}`.", field.name.text);
            emit!(#[doc = #doc])
        } else {
            let doc = &field.description;
            emit!(#[doc = #doc])
        };
        emit!(#(#cfg)* #doc #vis #member: #ty)
    });
    emit! {
        #(#cfg)*
        #[doc = #doc]
        #[allow(dead_code, private_interfaces)]
        #vis struct #ident { #(#fields),* }
    }
}

fn described(title: &str, description: &Docs) -> TokenStream {
    if description.is_empty() {
        return emit!(#[doc = #title]);
    }
    emit!(#[doc = #title] #[doc = ""] #[doc = #description])
}

fn tool_impl(tool: &FunctionTool) -> TokenStream {
    let (ident, args) = (&tool.ident, &tool.args.ident);
    let output = spec::output(tool.output.as_ref());
    let runs = match (tool.is_async(), tool.blocking) {
        (true, _) => Runs::Async,
        (false, true) => Runs::Blocking,
        (false, false) => Runs::Inline,
    };
    let spec_const = spec::spec_const(&tool.spec, runs);
    let hooks = spec::hooks_const(&hooks(tool));
    let body = spec::body(&call(tool), runs);
    let execute = spec::execute_fn(&tool.item.sig.ident, &emit!(#args), &tool.params, &output, &body);
    let needs = spec::needs_fn(&tool.params);
    emit! {
        #[automatically_derived]
        impl __p::Tool for #ident {
            type Args = #args;
            type Return = #output;
            #spec_const
            #hooks
            #execute
            #needs
        }
    }
}

fn call(tool: &FunctionTool) -> TokenStream {
    let name = &tool.item.sig.ident;
    let passed = tool.params.iter().map(|param| match param {
        Param::Argument { member, cfg } => emit!(#(#cfg)* __args.#member),
        Param::Context { ty, cfg } => {
            let context = spec::context(ty);
            emit!(#(#cfg)* #context)
        }
    });
    emit!(#name(#(#passed),*))
}

fn hooks(tool: &FunctionTool) -> Vec<TokenStream> {
    let parallel = parallel_hook(tool.spec.parallel.as_ref());
    let render = tool.render_with.as_ref().map(|given| {
        let path = &given.value;
        let call = emit_at!(span_of(path)=> __p::Into::into(#path(__value)));
        emit!(.render(|_, __value| #call))
    });
    parallel.into_iter().chain(render).collect()
}

pub(super) fn parallel_hook(parallel: Option<&Parallel>) -> Option<TokenStream> {
    Some(match parallel? {
        Parallel::Always(_) => emit!(.concurrency_safe(|_| true)),
        Parallel::If(given) => {
            let path = &given.value;
            let call = emit_at!(span_of(path)=> #path(__args));
            emit!(.concurrency_safe(|__args| #call))
        }
    })
}
