//! Whether the parts of a declaration fit together: one function for each rule, all reporting into one collector.

mod bounds;
mod cards;
mod names;

use crate::diag::Diag;
use crate::model::{
    Body, Field, FunctionTool, ImplTool, Object, Parallel, Piece, Render, Role, Spec, TypeModel, Variant, VariantBody,
};
use crate::names::{did_you_mean, refuse_tool_name};

pub(crate) fn check_function(tool: &FunctionTool, diag: &Diag) {
    check_spec(&tool.spec, diag);
    check_droppable(&tool.spec, tool.is_async(), diag);
    check_type(&tool.args, diag);
}

pub(crate) fn check_impl(tool: &ImplTool, diag: &Diag) {
    check_spec(&tool.spec, diag);
    if let Some(execute) = &tool.execute {
        check_droppable(&tool.spec, execute.is_async, diag);
    }
    check_parallel_once(tool, diag);
}

fn check_spec(spec: &Spec, diag: &Diag) {
    if let Some(why) = refuse_tool_name(&spec.name.text) {
        diag.at(spec.name.span, why);
    }
}

/// Only what waits can be dropped where it waits.
fn check_droppable(spec: &Spec, is_async: bool, diag: &Diag) {
    if let (Some(key), false) = (&spec.drop_on_cancel, is_async) {
        diag.at(key.span(), "`drop_on_cancel` drops a body where it awaits: make it `async`, or leave the key out");
    }
}

fn check_parallel_once(tool: &ImplTool, diag: &Diag) {
    let hook = tool.hooks.iter().find(|hook| hook.form.name == "concurrency_safe");
    if let (Some(key), Some(_)) = (tool.spec.parallel.as_ref().map(Parallel::key), hook) {
        diag.at(key.span(), format!("`{key}` excludes the hook `concurrency_safe`: keep one"));
    }
}

pub(crate) fn check_type(model: &TypeModel, diag: &Diag) {
    match &model.body {
        Body::Object(object) => check_object(object, diag),
        Body::Newtype(field, render) => {
            check_unnamed(field, diag);
            check_field(field, diag);
            check_render(render.as_ref(), &[], diag);
        }
        Body::Units(variants)
        | Body::Untagged(variants)
        | Body::Tagged { variants, .. }
        | Body::Adjacent { variants, .. } => {
            for variant in variants {
                check_variant(variant, diag);
            }
        }
        Body::Unusable => {}
    }
    cards::check_cards(model, diag);
    names::check_variants(&model.body, diag);
    names::check_untagged(&model.body, diag);
    if model.deny_undocumented {
        check_documented(model, diag);
    }
}

fn check_object(object: &Object, diag: &Diag) {
    check_fields(&object.fields, object.open, diag);
    check_render(object.render.as_ref(), &object.fields, diag);
}

fn check_variant(variant: &Variant, diag: &Diag) {
    match &variant.body {
        VariantBody::Struct(fields) => {
            check_fields(fields, false, diag);
            check_render(variant.render.as_ref(), fields, diag);
        }
        VariantBody::Newtype(field) => {
            check_unnamed(field, diag);
            check_field(field, diag);
            check_render(variant.render.as_ref(), &[], diag);
        }
        VariantBody::Unit => check_render(variant.render.as_ref(), &[], diag),
    }
}

fn check_fields(fields: &[Field], open: bool, diag: &Diag) {
    for field in fields {
        check_field(field, diag);
    }
    names::check_properties(fields, diag);
    check_rest(fields, open, diag);
}

fn check_field(field: &Field, diag: &Diag) {
    check_role(field, diag);
    bounds::check_rules(&field.rules, diag);
    bounds::check_literals(field, diag);
}

/// What a field that is no property of its own cannot have.
fn check_role(field: &Field, diag: &Diag) {
    let (role, is_skipped) = match field.role {
        Role::Property => return,
        Role::Flatten(_) => ("a flattened field has the properties of its type", false),
        Role::Rest(_) => ("a field of the other keys has no name of its own", false),
        Role::Skip(_) => ("a skipped field is not on the wire", true),
    };
    let rules = field.rules.iter().map(|rule| rule.key.clone());
    let unit = field.unit.iter().map(|unit| unit.key.clone());
    let default = field.default.iter().filter(|_| !is_skipped).map(|default| default.key.clone());
    for key in rules.chain(unit).chain(default) {
        diag.at(key.span(), format!("{role}: `{key}` says nothing about it"));
    }
    for alias in &field.aliases {
        diag.at(alias.span(), format!("{role}: it has no `alias`"));
    }
    for example in &field.examples {
        diag.on(&example.literal, format!("{role}: it has no examples"));
    }
    if field.renamed {
        diag.at(field.name.span, format!("{role}: it has no name to change"));
    }
}

/// The one field of a tuple struct or of a tuple variant, which has no name on the wire and is always there.
fn check_unnamed(field: &Field, diag: &Diag) {
    match field.role {
        Role::Property => {}
        Role::Flatten(span) | Role::Rest(span) | Role::Skip(span) => {
            diag.at(span, "this stands on named fields: an unnamed field is the value itself");
        }
    }
    let default = field.default.iter().map(|default| default.key.clone());
    let unit = field.unit.iter().map(|unit| unit.key.clone());
    for key in default.chain(unit) {
        diag.at(key.span(), format!("`{key}` stands on named fields: an unnamed field is the value itself"));
    }
    for alias in &field.aliases {
        diag.at(alias.span(), "an unnamed field has no name, and so no `alias`");
    }
    if field.renamed {
        diag.at(field.name.span, "an unnamed field has no name to change");
    }
}

fn check_rest(fields: &[Field], open: bool, diag: &Diag) {
    let mut rests = fields.iter().filter_map(|field| match field.role {
        Role::Rest(span) => Some(span),
        _ => None,
    });
    let Some(first) = rests.next() else { return };
    if !open {
        diag.at(first, "a closed object has no other keys: add `#[tool(open)]` to the struct");
    }
    for span in rests {
        diag.at(span, "another field takes the other keys already: keep one `rest`");
    }
}

/// A template names fields by their names in Rust.
fn check_render(render: Option<&Render>, fields: &[Field], diag: &Diag) {
    let Some(Render::Template { literal, pieces }) = render else {
        return;
    };
    for piece in pieces {
        let Piece::Field(name) = piece else { continue };
        if let Some(why) = unknown_field(name, fields, "; use `render_with`") {
            diag.at(literal.span(), why);
        }
    }
}

/// Why a name is that of no field, and which one was meant; `instead` is what could be done where there are none.
fn unknown_field(name: &str, fields: &[Field], instead: &str) -> Option<String> {
    let known: Vec<String> = fields.iter().filter(|field| !field.is_skipped()).map(Field::rust_name).collect();
    if known.iter().any(|known| known == name) {
        return None;
    }
    let by_wire_name = fields.iter().find(|field| field.name.text == name).map(Field::rust_name);
    let meant = match by_wire_name {
        Some(rust) => format!(", did you mean `{rust}`?"),
        None => did_you_mean(name, known.iter().map(String::as_str)),
    };
    let meant = match (meant.is_empty(), known.is_empty()) {
        (false, _) => meant,
        (true, true) => format!(": there are no named fields here{instead}"),
        (true, false) => {
            format!(": there is {}", known.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", "))
        }
    };
    Some(format!("no field `{name}`{meant}"))
}

fn check_documented(model: &TypeModel, diag: &Diag) {
    let own: &[Field] = match &model.body {
        Body::Object(object) => &object.fields,
        _ => &[],
    };
    let of_variants = model.body.variants().iter().filter_map(|variant| match &variant.body {
        VariantBody::Struct(fields) => Some(fields),
        _ => None,
    });
    for field in own.iter().chain(of_variants.flatten()) {
        if matches!(field.role, Role::Property) && field.description.is_empty() {
            diag.at(field.span(), format!("`{}` has no description: add a doc comment", field.rust_name()));
        }
    }
}
