//! A type under `#[derive(ToolArgs)]` or `#[derive(ToolValue)]`, and the argument struct of a function tool.

use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Ident, LitStr, Member, Path, Visibility};

use crate::attr::{Entries, Keyed, TYPE, VARIANT};
use crate::diag::Diag;
use crate::docs::Docs;
use crate::model::{Card, Field, Refusal, Render, refused_type};
use crate::names::{Case, Name};
use crate::paths::Runtime;

/// Which derive stands on the type.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Derive {
    Args,
    Value,
}

pub(crate) struct TypeModel {
    pub(crate) derive: Derive,
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) description: Docs,
    pub(crate) runtime: Runtime,
    pub(crate) body: Body,
    /// The card of a pending call.
    pub(crate) call: Option<Card>,
    /// The card of a call that has ended.
    pub(crate) result: Option<Card>,
    /// The author's own check across fields.
    pub(crate) check: Option<Path>,
    pub(crate) has_new: bool,
    pub(crate) has_setters: bool,
    pub(crate) deny_undocumented: bool,
    /// Whether the type can be sent and shared as far as its spelling tells, so that a stub of it compiles.
    pub(crate) is_data: bool,
}

pub(crate) enum Body {
    Object(Object),
    /// A tuple struct of one field, which is that field on the wire.
    Newtype(Box<Field>, Option<Render>),
    /// Variants without data: strings.
    Units(Vec<Variant>),
    /// Objects that name their variant under a key of their own.
    Tagged {
        tag: LitStr,
        variants: Vec<Variant>,
    },
    /// Objects with the variant's name under one key and its data under another.
    Adjacent {
        tag: LitStr,
        content: LitStr,
        variants: Vec<Variant>,
    },
    /// Whatever matches exactly one variant.
    Untagged(Vec<Variant>),
    /// Nothing that could be expanded; the reason was reported.
    Unusable,
}

pub(crate) struct Object {
    pub(crate) fields: Vec<Field>,
    pub(crate) open: bool,
    pub(crate) render: Option<Render>,
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) name: Name,
    pub(crate) description: Docs,
    pub(crate) body: VariantBody,
    pub(crate) render: Option<Render>,
    /// The `rename` that stands on it, for unions where no name is on the wire.
    pub(crate) renamed: bool,
}

pub(crate) enum VariantBody {
    Unit,
    Newtype(Box<Field>),
    Struct(Vec<Field>),
}

impl VariantBody {
    pub(crate) fn fields(&self) -> &[Field] {
        match self {
            Self::Unit => &[],
            Self::Newtype(field) => std::slice::from_ref(&**field),
            Self::Struct(fields) => fields,
        }
    }
}

impl Body {
    pub(crate) fn variants(&self) -> &[Variant] {
        match self {
            Self::Units(variants) | Self::Untagged(variants) => variants,
            Self::Tagged { variants, .. } | Self::Adjacent { variants, .. } => variants,
            Self::Object(_) | Self::Newtype(..) | Self::Unusable => &[],
        }
    }
}

/// The styles of a type, for its fields and its variants.
#[derive(Clone, Copy, Default)]
struct Cases {
    all: Option<Case>,
    fields: Option<Case>,
}

impl TypeModel {
    /// Reads a derive's input.
    pub(crate) fn from_syn(input: &DeriveInput, derive: Derive, diag: &Diag) -> Self {
        let mut entries = Entries::from_syn(&input.attrs, &TYPE, diag);
        let description = entries.string("description").map(|keyed| Docs::literal(&keyed.value));
        let runtime = Runtime::new(entries.krate());
        let (no_new, no_setters) = (entries.flag("no_new"), entries.flag("no_setters"));
        for key in [&no_new, &no_setters].into_iter().flatten().filter(|_| derive == Derive::Value) {
            diag.at(key.span(), format!("`{key}` stands on arguments: only `ToolArgs` gives a type constructors"));
        }
        for lifetime in input.generics.lifetimes() {
            diag.on(
                lifetime,
                "a tool value owns its data: write `String` or `Cow<'static, str>`, and leave the lifetime out",
            );
        }
        Self {
            derive,
            ident: input.ident.clone(),
            vis: input.vis.clone(),
            generics: input.generics.clone(),
            description: description.unwrap_or_else(|| Docs::from_syn(&input.attrs)),
            runtime,
            call: Card::call(&mut entries, diag),
            result: Card::result(&mut entries, diag),
            check: entries.path("check").map(|keyed| keyed.value),
            has_new: no_new.is_none(),
            has_setters: no_setters.is_none(),
            deny_undocumented: entries.deny_undocumented(),
            is_data: is_data(&input.data),
            body: body(input, derive, entries, diag),
        }
    }
}

fn is_data(data: &Data) -> bool {
    let is_code = |field: &syn::Field| refused_type(&field.ty).is_some_and(|(_, why)| why == Refusal::Code);
    match data {
        Data::Struct(data) => !data.fields.iter().any(is_code),
        Data::Enum(data) => !data.variants.iter().flat_map(|variant| &variant.fields).any(is_code),
        Data::Union(_) => true,
    }
}

fn case(entries: &mut Entries<'_>, key: &str) -> Option<Case> {
    let words = Case::ALL.map(|(word, _)| word);
    entries.word(key, &words).map(|word| Case::ALL[word.value].1)
}

fn body(input: &DeriveInput, derive: Derive, mut entries: Entries<'_>, diag: &Diag) -> Body {
    match &input.data {
        Data::Struct(data) => struct_body(input, &data.fields, derive, entries, diag),
        Data::Enum(data) if derive == Derive::Args => {
            diag.at(data.enum_token.span, "arguments are an object: write a struct, and put the enum in a field of it");
            Body::Unusable
        }
        Data::Enum(data) => {
            let cases =
                Cases { all: case(&mut entries, "rename_all"), fields: case(&mut entries, "rename_all_fields") };
            let variants = data.variants.iter().map(|variant| Variant::from_syn(variant, cases, diag)).collect();
            enum_body(input, variants, entries, diag)
        }
        Data::Union(data) => {
            diag.at(data.union_token.span, "a `union` has no schema: write an enum");
            Body::Unusable
        }
    }
}

fn struct_body(input: &DeriveInput, fields: &Fields, derive: Derive, mut entries: Entries<'_>, diag: &Diag) -> Body {
    let render = Render::take(&mut entries, diag);
    if let Some(render) = render.as_ref().filter(|_| derive == Derive::Args) {
        diag.at(render.span(), "arguments are not rendered: this belongs on the value");
    }
    if let Fields::Unnamed(unnamed) = fields
        && let Some(first) = unnamed.unnamed.first()
    {
        entries.refuse_rest(|key| format!("`{key}` has no meaning on a tuple struct: it is its one field on the wire"));
        if derive == Derive::Args {
            diag.at(input.ident.span(), "arguments are an object: write a struct with named fields");
            return Body::Unusable;
        }
        if unnamed.unnamed.len() > 1 {
            diag.at(
                input.ident.span(),
                "a tuple struct of several fields has no names for them: write a struct with named fields",
            );
            return Body::Unusable;
        }
        let field = Field::from_syn(member(first, 0), &first.ty, &first.attrs, None, diag);
        return Body::Newtype(Box::new(field), render);
    }
    let case = case(&mut entries, "rename_all");
    let open = entries.flag("open").is_some() || derive == Derive::Args;
    entries.refuse_rest(|key| format!("`{key}` stands on enums"));
    Body::Object(Object { fields: named_fields(fields, case, diag), open, render })
}

fn member(field: &syn::Field, index: usize) -> Member {
    field.ident.clone().map_or_else(|| Member::from(index), Member::Named)
}

fn named_fields(fields: &Fields, case: Option<Case>, diag: &Diag) -> Vec<Field> {
    let read =
        |(i, field): (usize, &syn::Field)| Field::from_syn(member(field, i), &field.ty, &field.attrs, case, diag);
    fields.iter().enumerate().map(read).collect()
}

impl Variant {
    fn from_syn(variant: &syn::Variant, cases: Cases, diag: &Diag) -> Self {
        let mut entries = Entries::from_syn(&variant.attrs, &VARIANT, diag);
        let own_case = case(&mut entries, "rename_all");
        let field_case = own_case.or(cases.fields).or(cases.all);
        let renamed =
            entries.string("rename").map(|keyed| Name { text: keyed.value.value(), span: keyed.value.span() });
        let description = entries.string("description").map(|keyed| Docs::literal(&keyed.value));
        let render = Render::take(&mut entries, diag);
        entries.refuse_rest(|key| format!("`{key}` has no meaning here"));
        Self {
            ident: variant.ident.clone(),
            renamed: renamed.is_some(),
            name: renamed.unwrap_or_else(|| variant_name(&variant.ident, cases.all)),
            description: description.unwrap_or_else(|| Docs::from_syn(&variant.attrs)),
            body: variant_body(variant, field_case, diag),
            render,
        }
    }
}

fn variant_name(ident: &Ident, case: Option<Case>) -> Name {
    let name = Name::of(ident);
    Name { text: case.map_or_else(|| name.text.clone(), |case| case.apply(&name.text)), span: name.span }
}

fn variant_body(variant: &syn::Variant, case: Option<Case>, diag: &Diag) -> VariantBody {
    match &variant.fields {
        Fields::Unit => VariantBody::Unit,
        Fields::Named(_) => VariantBody::Struct(named_fields(&variant.fields, case, diag)),
        Fields::Unnamed(fields) => match fields.unnamed.first() {
            Some(only) if fields.unnamed.len() == 1 => {
                let field = Field::from_syn(member(only, 0), &only.ty, &only.attrs, None, diag);
                VariantBody::Newtype(Box::new(field))
            }
            _ => {
                let count = fields.unnamed.len();
                let ident = &variant.ident;
                diag.at(
                    ident.span(),
                    format!("`{ident}` has {count} unnamed fields: a variant has one, or named ones"),
                );
                VariantBody::Unit
            }
        },
    }
}

fn enum_body(input: &DeriveInput, mut variants: Vec<Variant>, mut entries: Entries<'_>, diag: &Diag) -> Body {
    let tag = entries.string("tag");
    let content = entries.string("content");
    let untagged = entries.flag("untagged");
    let open = entries.flag("open");
    let render = Render::take(&mut entries, diag);
    if let Some(render) = &render {
        enum_render(render, &variants, diag);
    }
    entries.refuse_rest(|key| format!("`{key}` has no meaning on an enum"));
    let has_data = variants.iter().any(|variant| !matches!(variant.body, VariantBody::Unit));
    if variants.is_empty() {
        diag.at(input.ident.span(), "an enum without variants has no value: give it one");
        return Body::Unusable;
    }
    if let Some(open) = open {
        diag.at(open.span(), "the objects of an enum are closed: put an open struct in a variant");
    }
    if let Some(render) = render {
        share_render(render, &mut variants);
    }
    match (tag, content, untagged) {
        (Some(_), _, Some(key)) => unusable(diag, key.span(), "`untagged` excludes `tag`: keep one"),
        (None, Some(Keyed { key, .. }), _) => {
            unusable(diag, key.span(), "`content` needs a `tag`: `tag = \"kind\", content = \"value\"`")
        }
        (Some(tag), Some(content), None) => Body::Adjacent { tag: tag.value, content: content.value, variants },
        (Some(tag), None, None) => Body::Tagged { tag: tag.value, variants },
        (None, None, Some(_)) => Body::Untagged(variants),
        (None, None, None) if !has_data => Body::Units(variants),
        (None, None, None) => unusable(
            diag,
            input.ident.span(),
            "this enum has variants with data: say how they are told apart, `#[tool(tag = \"kind\")]` or `#[tool(untagged)]`",
        ),
    }
}

fn unusable(diag: &Diag, span: Span, message: &str) -> Body {
    diag.at(span, message);
    Body::Unusable
}

/// A template on an enum can name no field; a function renders every variant that has no form of its own.
fn enum_render(render: &Render, variants: &[Variant], diag: &Diag) {
    if let Render::Template { literal, .. } = render {
        diag.at(literal.span(), "a template on an enum has no fields: put it on a variant, or use `render_with`");
    } else if variants.iter().all(|variant| variant.render.is_some()) {
        diag.at(render.span(), "every variant says how it is rendered: this is never used");
    }
}

fn share_render(render: Render, variants: &mut [Variant]) {
    if let Render::With(path) = render {
        for variant in variants.iter_mut().filter(|variant| variant.render.is_none()) {
            variant.render = Some(Render::With(path.clone()));
        }
    }
}

/// The attributes of a parameter or field that the macros read themselves.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    ["arg", "cx", "doc", "tool"].iter().any(|name| attribute.path().is_ident(name))
}
