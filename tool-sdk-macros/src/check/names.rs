//! Names on the wire: what they may hold, and that no two of them are the same.

use proc_macro2::Span;

use crate::diag::Diag;
use crate::model::{Body, Field, Role, Variant, VariantBody};
use crate::names::refuse_property_name;

/// Every name and alias of an object, each once.
pub(super) fn check_properties(fields: &[Field], diag: &Diag) {
    let mut taken: Vec<(String, &Field)> = Vec::new();
    for field in fields.iter().filter(|field| matches!(field.role, Role::Property)) {
        let name = &field.name;
        if let Some(why) = refuse_property_name(&name.text) {
            diag.at(name.span, why);
        }
        claim(&mut taken, &name.text, name.span, field, diag);
    }
    for field in fields {
        for alias in &field.aliases {
            if alias.value().is_empty() {
                diag.at(alias.span(), "an alias is not empty");
            }
            claim(&mut taken, &alias.value(), alias.span(), field, diag);
        }
    }
}

/// Parameters under `#[cfg]` may share a name: at most one of them is there, or the compiler says so itself.
fn claim<'f>(taken: &mut Vec<(String, &'f Field)>, name: &str, span: Span, field: &'f Field, diag: &Diag) {
    let rival = taken.iter().find(|(other, rival)| other == name && rival.cfg.is_empty() && field.cfg.is_empty());
    if let Some((_, rival)) = rival {
        let owner = rival.rust_name();
        diag.at(span, format!("the name `{name}` is taken by the field `{owner}`: rename one"));
    }
    taken.push((name.to_owned(), field));
}

/// The names of variants, and the keys that a tagged union puts beside their fields.
pub(super) fn check_variants(body: &Body, diag: &Diag) {
    if let Body::Units(variants) | Body::Tagged { variants, .. } | Body::Adjacent { variants, .. } = body {
        check_distinct(variants, diag);
    }
    match body {
        Body::Tagged { tag, variants } => {
            refuse_key(tag, diag);
            variants.iter().for_each(|variant| check_tagged(variant, &tag.value(), diag));
        }
        Body::Adjacent { tag, content, .. } => {
            refuse_key(tag, diag);
            refuse_key(content, diag);
            if tag.value() == content.value() {
                diag.at(content.span(), format!("`{}` is the tag already: choose another key", content.value()));
            }
        }
        _ => {}
    }
}

fn refuse_key(key: &syn::LitStr, diag: &Diag) {
    if let Some(why) = refuse_property_name(&key.value()) {
        diag.at(key.span(), why);
    }
}

fn check_distinct(variants: &[Variant], diag: &Diag) {
    for (i, variant) in variants.iter().enumerate() {
        let name = &variant.name;
        if name.text.is_empty() {
            diag.at(name.span, "a variant has a name on the wire: this one is empty");
        }
        if let Some(first) = variants[..i].iter().find(|other| other.name.text == name.text) {
            let (first, second) = (&first.ident, &variant.ident);
            diag.at(name.span, format!("`{first}` and `{second}` are both `{}` on the wire: rename one", name.text));
        }
    }
}

fn check_tagged(variant: &Variant, tag: &str, diag: &Diag) {
    match &variant.body {
        VariantBody::Unit => {}
        VariantBody::Struct(fields) => {
            for field in fields.iter().filter(|field| matches!(field.role, Role::Property)) {
                if field.name.text == tag {
                    let message = format!("`{}` has the name of the tag `{tag}`: rename one", field.rust_name());
                    diag.at(field.name.span, message);
                }
            }
        }
        VariantBody::Newtype(field) => {
            for rule in &field.rules {
                let key = &rule.key;
                diag.at(
                    key.span(),
                    format!("`{key}` says nothing about a struct whose properties stand beside the tag"),
                );
            }
            for example in &field.examples {
                diag.on(&example.literal, "the struct of a tagged variant has no examples of its own");
            }
        }
    }
}

/// In an untagged union nothing names a variant, and a variant without data has nothing to be told by.
pub(super) fn check_untagged(body: &Body, diag: &Diag) {
    let Body::Untagged(variants) = body else {
        return;
    };
    for variant in variants {
        if variant.renamed {
            diag.at(variant.name.span, "nothing names the variants of an untagged union: leave `rename` out");
        }
        if matches!(variant.body, VariantBody::Unit) {
            let ident = &variant.ident;
            let cure = "give it data, or tell the variants apart with `tag = \"…\"`";
            diag.at(ident.span(), format!("`{ident}` has no data by which an untagged union could tell it: {cure}"));
        }
    }
}
