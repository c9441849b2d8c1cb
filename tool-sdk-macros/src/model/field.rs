//! A field of a type or a parameter of a function: both are properties of one object.

use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, Lit, LitStr, Member, Type, parse_quote};

use crate::attr::{Entries, FIELD, Keyed, Num, peel_expr, span_of};
use crate::diag::Diag;
use crate::docs::Docs;
use crate::model::refused_type;
use crate::names::{Case, Name};
use crate::pattern;

pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) ty: Type,
    /// The `#[cfg]`s of a parameter; a derive sees its fields after they were resolved.
    pub(crate) cfg: Vec<Attribute>,
    pub(crate) name: Name,
    /// Whether a `rename` gives the name.
    pub(crate) renamed: bool,
    pub(crate) description: Docs,
    pub(crate) role: Role,
    pub(crate) rules: Vec<Rule>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) examples: Vec<Example>,
    pub(crate) unit: Option<Keyed<Unit>>,
}

/// What a field is to its object.
#[derive(Clone, Copy)]
pub(crate) enum Role {
    /// A property of its own.
    Property,
    /// Its properties are the object's.
    Flatten(Span),
    /// It takes the keys that are not declared.
    Rest(Span),
    /// It is not on the wire.
    Skip(Span),
}

/// A constraint and the key that declares it.
pub(crate) struct Rule {
    pub(crate) key: Ident,
    /// Where its value stands; the key where it has none.
    pub(crate) span: Span,
    pub(crate) kind: RuleKind,
}

#[derive(Clone, PartialEq)]
pub(crate) enum RuleKind {
    Min(Num),
    Max(Num),
    ExclusiveMin(Num),
    ExclusiveMax(Num),
    MultipleOf(Num),
    MinLength(u64),
    MaxLength(u64),
    NonEmpty,
    NotBlank,
    /// As both engines read it.
    Pattern(String),
    /// The name of the runtime's variant.
    Format(&'static str),
    MinItems(u64),
    MaxItems(u64),
    UniqueItems,
}

/// `default`, or `default = EXPR`.
pub(crate) struct DefaultValue {
    pub(crate) key: Ident,
    pub(crate) expr: Option<Expr>,
}

/// A literal and its JSON text.
pub(crate) struct Example {
    pub(crate) literal: Expr,
    pub(crate) json: String,
}

/// The unit of a duration on the wire.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    Milliseconds,
    Seconds,
}

impl Unit {
    pub(crate) fn nanoseconds(self) -> u64 {
        match self {
            Self::Milliseconds => 1_000_000,
            Self::Seconds => 1_000_000_000,
        }
    }
}

/// The formats of the wire with the runtime's names for them (contract S7).
const FORMATS: [(&str, &str); 7] = [
    ("date-time", "DateTime"),
    ("date", "Date"),
    ("uri", "Uri"),
    ("uuid", "Uuid"),
    ("email", "Email"),
    ("ipv4", "Ipv4"),
    ("ipv6", "Ipv6"),
];

impl Field {
    /// Reads the attributes of one field. Without a `rename` its name is the member's, in the given case.
    pub(crate) fn from_syn(
        member: Member,
        ty: &Type,
        attributes: &[Attribute],
        case: Option<Case>,
        diag: &Diag,
    ) -> Self {
        let mut entries = Entries::from_syn(attributes, &FIELD, diag);
        let ty = admitted(ty, diag);
        let name = entries.string("rename").map(|keyed| Name { text: keyed.value.value(), span: keyed.value.span() });
        let description = entries.string("description").map(|keyed| Docs::literal(&keyed.value));
        let field = Self {
            renamed: name.is_some(),
            name: name.unwrap_or_else(|| member_name(&member, case)),
            member,
            ty,
            cfg: attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect(),
            description: description.unwrap_or_else(|| Docs::from_syn(attributes)),
            role: role(&mut entries, diag),
            rules: rules(&mut entries, diag),
            default: entries.expr_or_flag("default").map(|(key, expr)| DefaultValue { key, expr }),
            aliases: entries.strings("alias"),
            examples: examples(&mut entries, diag),
            unit: entries.word("unit", &["ms", "s"]).map(|word| Keyed {
                key: word.key,
                value: if word.value == 0 { Unit::Milliseconds } else { Unit::Seconds },
                written: word.written,
            }),
        };
        entries.refuse_rest(|key| format!("`{key}` has no meaning here"));
        field
    }

    /// The field without anything said about it.
    pub(crate) fn has_no_attributes(&self) -> bool {
        self.rules.is_empty() && self.examples.is_empty() && self.description.is_empty()
    }

    pub(crate) fn is_skipped(&self) -> bool {
        matches!(self.role, Role::Skip(_))
    }

    /// The field's name in Rust.
    pub(crate) fn rust_name(&self) -> String {
        match &self.member {
            Member::Named(ident) => Name::of(ident).text,
            Member::Unnamed(index) => index.index.to_string(),
        }
    }

    /// Where an error about the field as such belongs.
    pub(crate) fn span(&self) -> Span {
        match &self.member {
            Member::Named(ident) => ident.span(),
            Member::Unnamed(_) => span_of(&self.ty),
        }
    }
}

/// The type as written, or a stand-in that can be the type of a field where the written one was refused.
fn admitted(ty: &Type, diag: &Diag) -> Type {
    match refused_type(ty) {
        Some((part, why)) => {
            diag.on(part, why);
            parse_quote!(())
        }
        None => ty.clone(),
    }
}

fn member_name(member: &Member, case: Option<Case>) -> Name {
    let Member::Named(ident) = member else {
        return Name { text: String::new(), span: Span::call_site() };
    };
    let name = Name::of(ident);
    Name { text: case.map_or_else(|| name.text.clone(), |case| case.apply(&name.text)), span: name.span }
}

fn role(entries: &mut Entries<'_>, diag: &Diag) -> Role {
    let flags = [
        entries.flag("flatten").map(|key| (Role::Flatten(key.span()), key)),
        entries.flag("rest").map(|key| (Role::Rest(key.span()), key)),
        entries.flag("skip").map(|key| (Role::Skip(key.span()), key)),
    ];
    let mut given = flags.into_iter().flatten();
    let Some((role, first)) = given.next() else {
        return Role::Property;
    };
    for (_, other) in given {
        diag.at(other.span(), format!("`{other}` excludes `{first}`: keep one"));
    }
    role
}

fn rules(entries: &mut Entries<'_>, diag: &Diag) -> Vec<Rule> {
    let mut rules = Vec::new();
    let mut number = |key, kind: fn(Num) -> RuleKind| {
        let given = entries.number(key);
        rules.extend(given.map(|given| valued(&given, kind(given.value))));
    };
    number("min", RuleKind::Min);
    number("max", RuleKind::Max);
    number("exclusive_min", RuleKind::ExclusiveMin);
    number("exclusive_max", RuleKind::ExclusiveMax);
    number("multiple_of", RuleKind::MultipleOf);
    let mut count = |key, kind: fn(u64) -> RuleKind| {
        let given = entries.count(key);
        rules.extend(given.map(|given| valued(&given, kind(given.value))));
    };
    count("min_length", RuleKind::MinLength);
    count("max_length", RuleKind::MaxLength);
    count("min_items", RuleKind::MinItems);
    count("max_items", RuleKind::MaxItems);
    let flags =
        [("non_empty", RuleKind::NonEmpty), ("not_blank", RuleKind::NotBlank), ("unique_items", RuleKind::UniqueItems)];
    for (key, kind) in flags {
        rules.extend(entries.flag(key).map(|key| Rule { span: key.span(), key, kind }));
    }
    rules.extend(pattern_rule(entries, diag));
    let names = FORMATS.map(|(name, _)| name);
    rules.extend(entries.word("format", &names).map(|word| valued(&word, RuleKind::Format(FORMATS[word.value].1))));
    rules
}

fn valued<T>(given: &Keyed<T>, kind: RuleKind) -> Rule {
    Rule { key: given.key.clone(), span: span_of(&given.written), kind }
}

fn pattern_rule(entries: &mut Entries<'_>, diag: &Diag) -> Option<Rule> {
    let given = entries.string("pattern")?;
    match pattern::translate(&given.value.value()) {
        Ok(translated) => Some(valued(&given, RuleKind::Pattern(translated))),
        Err(error) => {
            diag.on(&given.value, format!("the regular expression is invalid: {error}"));
            None
        }
    }
}

fn examples(entries: &mut Entries<'_>, diag: &Diag) -> Vec<Example> {
    let Some(list) = entries.array("examples") else {
        return Vec::new();
    };
    let example = |literal: Expr| match json(&literal) {
        Some(json) => Some(Example { literal, json }),
        None => {
            diag.on(&literal, "an example is a literal: a string, a number, a boolean, or a list of them");
            None
        }
    };
    list.value.into_iter().filter_map(example).collect()
}

/// The JSON text of a literal.
fn json(literal: &Expr) -> Option<String> {
    match peel_expr(literal) {
        Expr::Array(array) => {
            let items: Option<Vec<_>> = array.elems.iter().map(json).collect();
            Some(format!("[{}]", items?.join(",")))
        }
        Expr::Lit(lit) => match &lit.lit {
            Lit::Str(text) => Some(json_string(&text.value())),
            Lit::Char(char) => Some(json_string(&char.value().to_string())),
            Lit::Bool(value) => Some(value.value.to_string()),
            _ => number_json(literal),
        },
        _ => number_json(literal),
    }
}

fn number_json(literal: &Expr) -> Option<String> {
    Some(match Num::of(literal)? {
        Num::Int(n) => n.to_string(),
        Num::Float(n) => format!("{n:?}"),
    })
}

/// A JSON string; a name as well as a text.
pub(crate) fn json_string(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            c if c < ' ' => json.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => json.push(c),
        }
    }
    json + "\""
}
