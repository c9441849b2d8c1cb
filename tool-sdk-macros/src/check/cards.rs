//! Whether a declared card speaks of fields that are there.

use proc_macro2::Span;
use syn::ext::IdentExt;

use super::unknown_field;
use crate::diag::Diag;
use crate::model::{Body, Card, Derive, Field, Given, TitlePiece, TypeModel};

/// A card stands on a struct: a call card on arguments, a result card on a value or on meta.
pub(super) fn check_cards(model: &TypeModel, diag: &Diag) {
    if let Some(card) = model.call.as_ref().filter(|_| model.derive == Derive::Value) {
        diag.at(card.key.span(), "`call` stands on arguments: a value has `result`");
    }
    if let Some(card) = model.result.as_ref().filter(|_| model.derive == Derive::Args) {
        diag.at(card.key.span(), "`result` stands on the value or its meta: arguments have `call`");
    }
    for card in model.call.iter().chain(&model.result) {
        match &model.body {
            Body::Object(object) => check_fields(card, &object.fields, diag),
            Body::Unusable => {}
            _ => diag.at(
                card.key.span(),
                format!("`{}` stands on a struct with named fields: write `present_{}`", card.key, card.key),
            ),
        }
    }
}

fn check_fields(card: &Card, fields: &[Field], diag: &Diag) {
    let check = |name: &str, span: Span| {
        if let Some(why) = unknown_field(name, fields, "") {
            diag.at(span, why);
        }
    };
    let named = |ident: &syn::Ident| check(&ident.unraw().to_string(), ident.span());
    for part in &card.parts {
        match &part.given {
            Given::Title(literal, pieces) => {
                for piece in pieces {
                    if let TitlePiece::Field(name) = piece {
                        check(name, literal.span());
                    }
                }
            }
            Given::Field(field) => named(field),
            Given::Places(places) => {
                for (path, line) in places {
                    named(path);
                    line.iter().for_each(&named);
                }
            }
            Given::Changes(changes) => {
                for change in changes {
                    named(&change.path);
                    change.old.iter().for_each(&named);
                    named(&change.new);
                }
            }
            Given::All | Given::Kind(_) => {}
        }
    }
}
