//! What goes beside errors: the author's item, and implementations that do nothing. Whatever uses the type or the tool still
//! compiles, so that one mistake gives one error and the editor keeps completing.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Ident, Type, parse_quote};

use crate::expand::{Constructors, args_struct, bounded, constructors, tool_struct};
use crate::model::{Derive, FunctionTool, ImplTool, TypeModel};
use crate::paths::Runtime;

/// Stubs for a type under a derive; the type itself is not a derive's to emit.
pub(crate) fn stub_type(model: &TypeModel) -> TokenStream {
    if !model.is_data {
        return TokenStream::new();
    }
    let ident = &model.ident;
    let mut generics = bounded(&model.generics);
    for lifetime in model.generics.lifetimes().map(|param| &param.lifetime) {
        // A lifetime was refused already; the trait asks for none shorter.
        generics.make_where_clause().predicates.push(parse_quote!(#lifetime: 'static));
    }
    let (params, arguments, bounds) = generics.split_for_impl();
    let args = (model.derive == Derive::Args).then(|| {
        let constructors = constructors(model, Constructors::Stubs);
        quote! {
            impl #params __p::ToolArgs for #ident #arguments #bounds {}
            #constructors
        }
    });
    let value = stub_value();
    model.runtime.block(&quote! {
        impl #params __p::ToolValue for #ident #arguments #bounds { #value }
        #args
    })
}

/// No kinds at all mark a type that has an error of its own: the runtime's assertions let it pass.
fn stub_value() -> TokenStream {
    quote_spanned! {Span::mixed_site()=>
        const KINDS: __p::u8 = 0;
        fn node() -> &'static __p::Node { ::core::unreachable!() }
        fn decode(_: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> { ::core::unreachable!() }
        fn encode(&self, _: &mut __p::Encoder) {}
    }
}

/// The function, and stubs for the types that are made from it. A function that cannot stand where it stands is left out, and
/// the rest with it.
pub(crate) fn stub_function(tool: &FunctionTool) -> TokenStream {
    if !tool.is_free {
        return TokenStream::new();
    }
    let (item, ident, cfg) = (&tool.item, &tool.ident, &tool.cfg);
    let (tool_struct, args_struct, args) = (tool_struct(tool), args_struct(tool), stub_type(&tool.args));
    let item = tool.item.sig.variadic.is_none().then(|| quote!(#item));
    let args_ident = &tool.args.ident;
    let stub =
        stub_tool(&tool.spec.runtime, &quote!(impl __p::Tool for #ident), &quote!(#args_ident), tool.output.as_ref());
    quote! {
        #item
        #tool_struct
        #args_struct
        #(#cfg)* #args
        #(#cfg)* #stub
    }
}

/// The block, and a stub that makes its type a tool.
pub(crate) fn stub_impl(tool: &ImplTool) -> TokenStream {
    let (item, ty) = (&tool.item, &tool.item.self_ty);
    if tool.item.trait_.is_some() {
        return quote!(#item);
    }
    let generics = crate::expand::shared(&tool.item.generics);
    let (params, _, bounds) = generics.split_for_impl();
    let args = tool.execute.as_ref().and_then(|execute| execute.args.as_ref());
    let args = args.map_or_else(|| quote!(__p::NoArgs), |ty| quote!(#ty));
    let output = tool.execute.as_ref().and_then(|execute| execute.output.as_ref());
    let stub = stub_tool(&tool.spec.runtime, &quote!(impl #params __p::Tool for #ty #bounds), &args, output);
    quote! {
        #[allow(dead_code)]
        #item
        #stub
    }
}

fn stub_tool(runtime: &Runtime, header: &TokenStream, args: &TokenStream, output: Option<&Type>) -> TokenStream {
    // A type that was refused would be refused again by the compiler.
    let output =
        output.filter(|ty| crate::model::refused_type(ty).is_none()).map_or_else(|| quote!(()), |ty| quote!(#ty));
    let cx = Ident::new("_cx", Span::mixed_site());
    runtime.block(&quote_spanned! {Span::mixed_site()=>
        #header {
            type Args = #args;
            type Return = #output;
            const SPEC: __p::ToolSpec = __p::ToolSpec::new("stub", "stub");
            fn execute(&self, _args: #args, #cx: &__p::ToolContext) -> impl __p::Future<Output = #output> + __p::Send {
                async { ::core::unreachable!() }
            }
        }
    })
}
