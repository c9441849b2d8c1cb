//! The grammar of `#[tool(…)]` and `#[arg(…)]`: which keys stand where, and how a value is read. Every key is taken by a reader
//! or reported; a key that stands twice is refused here and nowhere else.

mod literal;
mod places;

pub(crate) use literal::{Num, peel_expr, span_of, string};
#[cfg(test)]
pub(crate) use places::PLACES;
pub(crate) use places::{FIELD, FUNCTION, IMPL, Place, TYPE, VARIANT};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, Ident, LitStr, Meta, Path, Token};

use crate::diag::Diag;
use crate::names::did_you_mean;

pub(crate) use places::one_of;
use places::{CARDS, REPEATABLE, unknown_key};

/// A key and the value that a reader gave it.
#[derive(Clone)]
pub(crate) struct Keyed<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
    /// The value as it was written, for messages that point at it.
    pub(crate) written: TokenStream,
}

enum Value {
    Flag,
    Expr(Expr),
    List(TokenStream),
    /// A card: its kind and what stands in its parentheses, in a grammar of its own.
    Form(Ident, TokenStream),
}

struct Entry {
    key: Ident,
    value: Value,
}

/// The entries of the attributes of one place, to be taken by key.
pub(crate) struct Entries<'d> {
    diag: &'d Diag,
    list: Vec<Entry>,
}

impl<'d> Entries<'d> {
    /// Reads every attribute of the place among these, and reports the attribute that belongs elsewhere.
    pub(crate) fn from_syn(attributes: &[Attribute], place: &Place, diag: &'d Diag) -> Self {
        let mut entries = Self { diag, list: Vec::new() };
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident(place.attribute) {
                match &attribute.meta {
                    Meta::Path(_) => {}
                    Meta::List(list) => entries.read(list.tokens.clone(), place),
                    Meta::NameValue(_) => {
                        diag.on(attribute, format!("write `#[{}(…)]`", place.attribute));
                    }
                }
            } else if path.is_ident("tool") || path.is_ident("arg") {
                diag.on(path, format!("on {} the attribute is `#[{}(…)]`", place.called, place.attribute));
            }
        }
        entries
    }

    /// Reads the arguments of an attribute macro.
    pub(crate) fn from_tokens(tokens: TokenStream, place: &Place, diag: &'d Diag) -> Self {
        let mut entries = Self { diag, list: Vec::new() };
        entries.read(tokens, place);
        entries
    }

    fn read(&mut self, tokens: TokenStream, place: &Place) {
        let mut found = Vec::new();
        let parse = |input: ParseStream<'_>| {
            while !input.is_empty() {
                match entry(input) {
                    Ok(entry) => found.push(entry),
                    Err(error) => {
                        self.diag.push(error);
                        skip_to_comma(input);
                    }
                }
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(())
        };
        if let Err(error) = parse.parse2(tokens) {
            self.diag.push(error);
        }
        for entry in found {
            self.admit(entry, place);
        }
    }

    fn admit(&mut self, entry: Entry, place: &Place) {
        let key = entry.key.unraw().to_string();
        if !place.keys.contains(&key.as_str()) {
            return self.diag.at(entry.key.span(), unknown_key(&key, place));
        }
        let twice = self.list.iter().any(|other| other.key == entry.key);
        if twice && !REPEATABLE.contains(&key.as_str()) {
            return self.diag.at(entry.key.span(), format!("`{key}` stands twice: keep one"));
        }
        self.list.push(entry);
    }

    fn take(&mut self, key: &str) -> Option<Entry> {
        let at = self.list.iter().position(|entry| entry.key.unraw() == key)?;
        Some(self.list.remove(at))
    }

    /// Takes a key whose value is read from an expression, and says what was expected where that fails.
    fn value<T>(&mut self, key: &str, expected: &str, read: impl FnOnce(&Expr) -> Option<T>) -> Option<Keyed<T>> {
        let entry = self.take(key)?;
        match &entry.value {
            Value::Expr(expr) => match read(peel_expr(expr)) {
                Some(value) => {
                    return Some(Keyed { key: entry.key, value, written: expr.to_token_stream() });
                }
                None => self.diag.on(expr, format!("`{key}` takes {expected}")),
            },
            Value::List(_) | Value::Flag | Value::Form(..) => {
                self.diag.at(entry.key.span(), format!("`{key}` takes {expected}: `{key} = …`"));
            }
        }
        None
    }

    /// A key without a value.
    pub(crate) fn flag(&mut self, key: &str) -> Option<Ident> {
        let entry = self.take(key)?;
        match &entry.value {
            Value::Flag => return Some(entry.key),
            Value::Expr(value) => self.diag.on(value, format!("`{key}` takes no value: write `{key}` alone")),
            Value::List(list) => self.diag.on(list, format!("`{key}` takes no value: write `{key}` alone")),
            Value::Form(name, _) => self.diag.on(name, format!("`{key}` takes no value: write `{key}` alone")),
        }
        None
    }

    pub(crate) fn string(&mut self, key: &str) -> Option<Keyed<LitStr>> {
        self.value(key, "a string", string)
    }

    /// All values of a key that may stand more than once.
    pub(crate) fn strings(&mut self, key: &str) -> Vec<LitStr> {
        let mut all = Vec::new();
        while self.list.iter().any(|entry| entry.key == key) {
            all.extend(self.string(key).map(|keyed| keyed.value));
        }
        all
    }

    pub(crate) fn number(&mut self, key: &str) -> Option<Keyed<Num>> {
        self.value(key, "a number, written out", Num::of)
    }

    pub(crate) fn count(&mut self, key: &str) -> Option<Keyed<u64>> {
        self.value(key, "a count: an integer of 0 or more", |expr| match Num::of(expr)? {
            Num::Int(n) => u64::try_from(n).ok(),
            Num::Float(_) => None,
        })
    }

    pub(crate) fn path(&mut self, key: &str) -> Option<Keyed<Path>> {
        self.value(key, "the path of a function", |expr| match expr {
            Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
            _ => None,
        })
    }

    /// The path of a crate, which may be written with `crate` or `self` in it.
    pub(crate) fn krate(&mut self) -> Option<Path> {
        let keyed = self.value("crate", "the path of the crate `tool_sdk`", |expr| match expr {
            Expr::Path(path) => Some(path.path.clone()),
            // `crate = "path"` is what other libraries take.
            other => string(other)?.parse().ok(),
        })?;
        Some(keyed.value)
    }

    /// One of a closed set of words, written bare or as a string; gives its position.
    pub(crate) fn word(&mut self, key: &str, words: &[&str]) -> Option<Keyed<usize>> {
        let keyed = self.value(key, &one_of(words), |expr| match expr {
            Expr::Path(path) => path.path.get_ident().map(Ident::to_string),
            other => string(other).map(|text| text.value()),
        })?;
        let position = words.iter().position(|word| *word == keyed.value);
        let Some(value) = position else {
            let meant = did_you_mean(&keyed.value, words.iter().copied());
            let known = if meant.is_empty() { format!(": it is {}", one_of(words)) } else { meant };
            self.diag.on(&keyed.written, format!("unknown `{key}` `{}`{known}", keyed.value));
            return None;
        };
        Some(Keyed { key: keyed.key, value, written: keyed.written })
    }

    /// Whether `deny(undocumented)` stands there.
    pub(crate) fn deny_undocumented(&mut self) -> bool {
        let Some(entry) = self.take("deny") else {
            return false;
        };
        let words = match &entry.value {
            Value::List(list) => Punctuated::<Ident, Token![,]>::parse_terminated.parse2(list.clone()),
            Value::Flag | Value::Expr(_) | Value::Form(..) => Ok(Punctuated::new()),
        };
        let Ok(words) = words else {
            self.diag.at(entry.key.span(), "write `deny(undocumented)`");
            return false;
        };
        for word in words.iter().filter(|word| *word != "undocumented") {
            let meant = did_you_mean(&word.to_string(), ["undocumented"]);
            let cure = if meant.is_empty() { ": the only one is `undocumented`" } else { &meant };
            self.diag.at(word.span(), format!("unknown lint `{word}`{cure}"));
        }
        if words.is_empty() {
            self.diag.at(entry.key.span(), "write `deny(undocumented)`");
        }
        words.iter().any(|word| word == "undocumented")
    }

    /// An expression, or the bare key.
    pub(crate) fn expr_or_flag(&mut self, key: &str) -> Option<(Ident, Option<Expr>)> {
        let entry = self.take(key)?;
        match entry.value {
            Value::Flag => Some((entry.key, None)),
            Value::Expr(expr) => Some((entry.key, Some(expr))),
            Value::List(list) => {
                self.diag.on(list, format!("write `{key} = …`"));
                None
            }
            Value::Form(name, _) => {
                self.diag.on(name, format!("write `{key} = …`"));
                None
            }
        }
    }

    /// A card, as its kind and the tokens in its parentheses.
    pub(crate) fn form(&mut self, key: &str, kinds: &[&str]) -> Option<(Ident, Ident, TokenStream)> {
        let entry = self.take(key)?;
        match entry.value {
            Value::Form(name, tokens) => return Some((entry.key, name, tokens)),
            Value::Expr(expr) => self.diag.on(expr, format!("`{key}` takes a card: {}", forms(kinds))),
            Value::List(_) | Value::Flag => {
                self.diag.at(entry.key.span(), format!("`{key}` takes a card: `{key} = {}(…)`", kinds[0]));
            }
        }
        None
    }

    pub(crate) fn array(&mut self, key: &str) -> Option<Keyed<Vec<Expr>>> {
        self.value(key, "a list of literals: `[…]`", |expr| match expr {
            Expr::Array(array) => Some(array.elems.iter().cloned().collect()),
            _ => None,
        })
    }

    /// Reports what is left: keys that the place knows and this item has no use for.
    pub(crate) fn refuse_rest(self, why: impl Fn(&str) -> String) {
        for entry in self.list {
            let key = entry.key.unraw().to_string();
            self.diag.at(entry.key.span(), why(&key));
        }
    }
}

fn entry(input: ParseStream<'_>) -> syn::Result<Entry> {
    // `crate` is a keyword, so keys are read as any identifier.
    let key = input.call(Ident::parse_any)?;
    let value = if input.peek(Token![=]) {
        let equals = input.parse::<Token![=]>()?;
        if input.is_empty() || input.peek(Token![,]) {
            return Err(Error::new(equals.span, format!("`{key} =` lacks a value")));
        }
        if CARDS.iter().any(|card| key == card) && input.peek(Ident) && input.peek2(syn::token::Paren) {
            let name = input.parse()?;
            let content;
            syn::parenthesized!(content in input);
            Value::Form(name, content.parse()?)
        } else {
            Value::Expr(input.parse()?)
        }
    } else if input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in input);
        Value::List(content.parse()?)
    } else {
        Value::Flag
    };
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(input.error("expected `,`"));
    }
    Ok(Entry { key, value })
}

/// `` `generic(…)`, `terminal(…)` or `diff(…)` ``
fn forms(kinds: &[&str]) -> String {
    let forms: Vec<String> = kinds.iter().map(|kind| format!("{kind}(…)")).collect();
    one_of(&forms.iter().map(String::as_str).collect::<Vec<_>>())
}

pub(crate) fn skip_to_comma(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        // A token tree is always there: the input is not empty.
        if input.parse::<TokenTree>().is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Entries, FIELD, PLACES, REPEATABLE, TYPE};
    use crate::diag::Diag;

    fn said(place: &super::Place, text: &str) -> Vec<(String, String)> {
        let diag = Diag::new();
        drop(Entries::from_tokens(text.parse().expect("tokens"), place, &diag));
        diag.drain().iter().map(|e| (e.to_string(), e.span().source_text().unwrap_or_default())).collect()
    }

    #[test]
    fn an_unknown_key_names_the_one_that_was_meant() {
        assert_eq!(said(&FIELD, "minn = 1"), [("unknown key `minn`, did you mean `min`?".into(), "minn".into())]);
    }

    #[test]
    fn a_key_of_another_place_is_sent_there() {
        let [(message, token)] = &said(&TYPE, "min = 1")[..] else { panic!("one error") };
        assert_eq!(token, "min");
        assert_eq!(message, "`min` does not stand on a type: it belongs in `#[arg(…)]` on a field or parameter");
    }

    #[test]
    fn several_mistakes_are_all_reported() {
        let tokens: Vec<_> =
            said(&FIELD, "minn = 1, max = , alias = \"a\", alias = \"b\", min = 1, min = 2 3, min = 4")
                .into_iter()
                .map(|(_, token)| token)
                .collect();
        assert_eq!(tokens.len(), 4, "{tokens:?}");
    }

    #[test]
    fn a_key_has_one_meaning_wherever_it_stands() {
        for place in PLACES {
            for (i, key) in place.keys.iter().enumerate() {
                assert!(!place.keys[..i].contains(key), "{key} is listed twice on {}", place.called);
            }
        }
        assert!(REPEATABLE.iter().all(|key| FIELD.keys.contains(key)));
    }
}
