//! What the author declared, with the spans of what they wrote and without a token of what will be emitted.
//!
//! Reading a model reports what has no meaning at all; whether the parts fit together is the business of `check`.

mod card;
mod field;
mod template;
mod tool;
mod types;

pub(crate) use card::{Card, Change, Given, Part, TitlePiece};
pub(crate) use field::{DefaultValue, Field, Role, Rule, RuleKind, json_string};
pub(crate) use template::{Piece, Render};
pub(crate) use tool::{
    Effect, Execute, FunctionTool, Gives, Hook, HookParam, ImplTool, NarrowHook, Parallel, Param, Spec,
};
pub(crate) use types::{Body, Derive, Object, TypeModel, Variant, VariantBody};

use std::fmt;

use syn::{GenericArgument, PathArguments, Type};

/// What `macro_rules!` hands on comes in invisible groups.
pub(crate) fn peel(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => peel(&group.elem),
        Type::Paren(paren) => peel(&paren.elem),
        other => other,
    }
}

/// Why a type is refused by its spelling alone.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Refusal {
    Tuple,
    ImplTrait,
    Code,
    Borrowed,
    NullInNull,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tuple => {
                "a tuple has no names for its parts: write a struct, or `[T; N]` for parts of one type"
            }
            Self::ImplTrait => "an `impl Trait` has no schema: name the type",
            Self::Code => {
                "code and pointers have no schema, a model sends data: write a type that derives `ToolValue`"
            }
            Self::Borrowed => {
                "this type borrows, and an argument or value owns its data: write an owned type, or mark a parameter that \
                 asks the call with `#[cx]`"
            }
            Self::NullInNull => "nobody could tell whose `null` it is: leave one of the two out",
        })
    }
}

/// The first type in a type's spelling that no value can have.
pub(crate) fn refused_type(ty: &Type) -> Option<(&Type, Refusal)> {
    match peel(ty) {
        Type::Tuple(tuple) if !tuple.elems.is_empty() => Some((ty, Refusal::Tuple)),
        Type::ImplTrait(_) => Some((ty, Refusal::ImplTrait)),
        Type::TraitObject(_) | Type::FnPtr(_) | Type::Ptr(_) => Some((ty, Refusal::Code)),
        Type::Array(array) => refused_type(&array.elem),
        Type::Path(path) => match nullable_inner(ty) {
            Some(inner) if nullable_inner(inner).is_some() => Some((ty, Refusal::NullInNull)),
            _ => path.path.segments.iter().find_map(|segment| refused_argument(ty, &segment.arguments)),
        },
        _ => None,
    }
}

fn refused_argument<'t>(ty: &'t Type, arguments: &'t PathArguments) -> Option<(&'t Type, Refusal)> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(part) => refused_type(part),
        GenericArgument::Lifetime(lifetime) if lifetime.ident != "static" => Some((ty, Refusal::Borrowed)),
        _ => None,
    })
}

/// The type that an `Option` spelt as such holds.
///
/// The spelling decides nothing but the comfort of constructors: whether a field is optional is a constant of its type, so an
/// alias of an option works, and its setter then takes the option itself.
pub(crate) fn option_inner(ty: &Type) -> Option<&Type> {
    argument_of(ty, &["Option"])
}

/// What a type that is spelt as an `Option` or a `Nullable` holds. Under another name the runtime finds out.
fn nullable_inner(ty: &Type) -> Option<&Type> {
    argument_of(ty, &["Option", "Nullable"])
}

/// The one argument of a type that is spelt with one of these names.
fn argument_of<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let Type::Path(path) = peel(ty) else {
        return None;
    };
    let last = path.path.segments.last().filter(|segment| names.iter().any(|name| segment.ident == name))?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            GenericArgument::Type(inner) if arguments.args.len() == 1 => Some(inner),
            _ => None,
        },
        _ => None,
    }
}
