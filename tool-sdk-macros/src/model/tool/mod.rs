//! A tool: what both forms declare about it. The forms themselves are a function and an impl block of hooks.

mod function;
mod hooks;

pub(crate) use function::{FunctionTool, Param};
pub(crate) use hooks::{Execute, Gives, Hook, HookParam, ImplTool};

use syn::{Attribute, FnArg, Ident, LitStr, Pat, PatType, Path, Type};

use crate::attr::{Entries, Keyed};
use crate::diag::Diag;
use crate::docs::Docs;
use crate::model::peel;
use crate::names::Name;
use crate::paths::Runtime;

/// What `#[tool(…)]` says about a tool.
pub(crate) struct Spec {
    pub(crate) name: Name,
    pub(crate) description: Docs,
    pub(crate) effect: Option<Effect>,
    pub(crate) idempotent: bool,
    /// The key, if the body may be dropped where it waits.
    pub(crate) drop_on_cancel: Option<Ident>,
    pub(crate) repair: bool,
    pub(crate) timeout_ms: Option<u64>,
    pub(crate) parallel: Option<Parallel>,
    pub(crate) runtime: Runtime,
}

/// What a tool does to the world (decision D37).
#[derive(Clone, Copy)]
pub(crate) enum Effect {
    Read,
    Write,
    Destructive,
    External,
}

const EFFECTS: [(&str, Effect); 4] = [
    ("read", Effect::Read),
    ("write", Effect::Write),
    ("destructive", Effect::Destructive),
    ("external", Effect::External),
];

/// Which calls may overlap (decision D38).
pub(crate) enum Parallel {
    Always(Ident),
    If(Keyed<Path>),
}

impl Parallel {
    pub(crate) fn key(&self) -> &Ident {
        match self {
            Self::Always(key) => key,
            Self::If(keyed) => &keyed.key,
        }
    }
}

impl Spec {
    /// Takes what both forms of a tool know. `fallback` is the name that the item gives it.
    fn take(entries: &mut Entries<'_>, attributes: &[Attribute], fallback: Name, diag: &Diag) -> Self {
        let item = fallback.span;
        let name = entries.string("name").map(|keyed| Name { text: keyed.value.value(), span: keyed.value.span() });
        let given = entries.string("description").map(|keyed| keyed.value);
        let description = given.as_ref().map_or_else(|| Docs::from_syn(attributes), Docs::literal);
        if description.is_empty() {
            let span = given.map_or(item, |text| text.span());
            diag.at(span, "the model needs a description of this tool: add a doc comment, or `description = \"…\"`");
        }
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("tool")) {
            diag.on(attribute, "`#[tool]` stands twice: put all its keys into one");
        }
        let effects = EFFECTS.map(|(word, _)| word);
        Self {
            name: name.unwrap_or(fallback),
            description,
            effect: entries.word("effect", &effects).map(|word| EFFECTS[word.value].1),
            idempotent: entries.flag("idempotent").is_some(),
            drop_on_cancel: entries.flag("drop_on_cancel"),
            repair: entries.flag("no_repair").is_none(),
            timeout_ms: entries.string("timeout").and_then(|keyed| timeout(&keyed.value, diag)),
            parallel: parallel(entries, diag),
            runtime: Runtime::new(entries.krate()),
        }
    }
}

fn parallel(entries: &mut Entries<'_>, diag: &Diag) -> Option<Parallel> {
    match (entries.flag("parallel"), entries.path("parallel_if")) {
        (Some(_), Some(on)) => {
            diag.at(on.key.span(), "`parallel_if` excludes `parallel`: keep one");
            None
        }
        (Some(key), None) => Some(Parallel::Always(key)),
        (None, given) => given.map(Parallel::If),
    }
}

fn timeout(literal: &LitStr, diag: &Diag) -> Option<u64> {
    let text = literal.value();
    match milliseconds(&text) {
        Some(0) => {
            diag.on(literal, "a timeout of zero leaves no time at all: write a duration above zero, like `\"30s\"`");
            None
        }
        Some(ms) => Some(ms),
        None => {
            diag.on(literal, format!("`{text}` is no duration: write one like `\"30s\"`, `\"500ms\"` or `\"1m30s\"`"));
            None
        }
    }
}

/// A duration in the units `h`, `m`, `s` and `ms`, each at most once and the longer ones first.
fn milliseconds(text: &str) -> Option<u64> {
    const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];
    let mut rest = text;
    let mut total: u64 = 0;
    let mut next = 0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let (number, tail) = rest.split_at(digits);
        let letters = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(letters);
        let position = next + UNITS[next..].iter().position(|(name, _)| *name == unit)?;
        total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(UNITS[position].1)?)?;
        (rest, next) = (tail, position + 1);
    }
    (!text.is_empty()).then_some(total)
}

/// Whether a parameter asks the call instead of the model: a reference, a tuple-struct pattern or `#[cx]` (decision D47).
fn is_context(param: &PatType) -> bool {
    let marked = param.attrs.iter().any(|attribute| attribute.path().is_ident("cx"));
    marked || matches!(peel(&param.ty), Type::Reference(_)) || matches!(*param.pat, Pat::TupleStruct(_))
}

/// The parameters as the author's own function keeps them: without the attributes that the macro has read.
fn clean_params<'a>(inputs: impl IntoIterator<Item = &'a mut FnArg>) {
    for input in inputs {
        if let FnArg::Typed(param) = input {
            param.attrs.retain(|attribute| !super::types::is_ours(attribute));
        }
    }
}

fn cfgs(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect()
}

fn refuse_qualifiers(sig: &syn::Signature, what: &str, diag: &Diag) {
    if let syn::Safety::Unsafe(token) = &sig.safety {
        diag.at(token.span, format!("{what} is not unsafe: the pipeline calls it with whatever a model sends"));
    }
    if let Some(abi) = &sig.abi {
        diag.on(abi, format!("{what} is a Rust function: leave `extern` out"));
    }
    if let Some(variadic) = &sig.variadic {
        diag.on(variadic, format!("{what} has a fixed list of parameters: write a `Vec<T>`"));
    }
    if let Some(token) = &sig.constness {
        diag.at(token.span, format!("{what} is not `const`"));
    }
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn durations_are_read_in_descending_units() {
        for (text, ms) in [("500ms", 500), ("30s", 30_000), ("1m30s", 90_000), ("2h1ms", 7_200_001), ("0s", 0)] {
            assert_eq!(milliseconds(text), Some(ms), "{text}");
        }
        for text in ["", "soon", "30", "30 s", "1s1m", "1s1s", "-1s", "1.5s", "99999999999999999999h"] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }
}
