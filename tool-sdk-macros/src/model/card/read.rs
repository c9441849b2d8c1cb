//! The keys of a card, as they are written.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Token, bracketed};

use super::forms::{CardForm, KINDS, Takes};
use super::title::title;
use super::{Change, Given, Part};
use crate::attr::skip_to_comma;
use crate::diag::Diag;
use crate::names::did_you_mean;

/// A key that was read; nothing is given where its value was refused.
pub(super) struct Read {
    pub(super) key: Ident,
    given: Option<Given>,
}

impl Read {
    pub(super) fn is_sound(&self) -> bool {
        self.given.is_some()
    }

    pub(super) fn into_part(self) -> Option<Part> {
        Some(Part { key: self.key, given: self.given? })
    }
}

/// What stands between the parentheses of a card.
pub(super) fn parts(tokens: TokenStream, form: &CardForm, diag: &Diag) -> Vec<Read> {
    let mut parts: Vec<Read> = Vec::new();
    let parse = |input: ParseStream<'_>| {
        while !input.is_empty() {
            match part(input, form, diag) {
                Ok(part) if parts.iter().any(|other| other.key == part.key) => {
                    diag.at(part.key.span(), format!("`{}` stands twice: keep one", part.key));
                }
                Ok(part) => parts.push(part),
                Err(error) => {
                    diag.push(error);
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
        diag.push(error);
    }
    parts
}

fn part(input: ParseStream<'_>, form: &CardForm, diag: &Diag) -> syn::Result<Read> {
    let key = input.call(Ident::parse_any)?;
    let refused = |key| Ok(Read { key, given: None });
    let Some((_, takes)) = form.keys.iter().find(|(known, _)| key == *known) else {
        diag.at(key.span(), unknown_part(&key.to_string(), form));
        skip_to_comma(input);
        return refused(key);
    };
    if !input.peek(Token![=]) {
        if *takes == Takes::Input {
            return Ok(Read { key, given: Some(Given::All) });
        }
        diag.at(key.span(), format!("`{key}` takes {}: `{key} = …`", expected(*takes)));
        skip_to_comma(input);
        return refused(key);
    }
    input.parse::<Token![=]>()?;
    let given = match read(input, *takes) {
        Ok(given) => given,
        Err(error) => {
            diag.at(error.span(), format!("`{key}` takes {}", expected(*takes)));
            skip_to_comma(input);
            return refused(key);
        }
    };
    let given = match given {
        Written::Given(given) => Some(given),
        Written::Template(literal) => match title(&literal.value()) {
            Ok(pieces) => Some(Given::Title(literal, pieces)),
            Err(why) => {
                diag.on(&literal, why);
                None
            }
        },
        Written::Kind(word) => kind(word, diag),
    };
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(input.error("expected `,`"));
    }
    Ok(Read { key, given })
}

fn unknown_part(key: &str, form: &CardForm) -> String {
    let known: Vec<&str> = form.keys.iter().map(|(key, _)| *key).collect();
    let meant = did_you_mean(key, known.iter().copied());
    if meant.is_empty() {
        let list = known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        format!("unknown key `{key}`; `{}` takes {list}", form.name)
    } else {
        format!("unknown key `{key}`{meant}")
    }
}

fn expected(takes: Takes) -> &'static str {
    match takes {
        Takes::Text => "a field, or a text with fields in it: `\"Edit {path}\"`",
        Takes::Field => "the name of a field",
        Takes::Kind => "what the call does: `Read`, `Edit`, `Delete`, `Move`, `Search`, `Execute`, `Fetch` or `Other`",
        Takes::Input => "the name of a field, or nothing for all arguments",
        Takes::Places => "fields that are paths, each with its line if there is one: `[path: line]`",
        Takes::Changes => "changes: `[path: old => new]`, or `[path: new]` where something is only put in",
    }
}

/// A value as it was written.
enum Written {
    Given(Given),
    Template(LitStr),
    Kind(Ident),
}

fn read(input: ParseStream<'_>, takes: Takes) -> syn::Result<Written> {
    Ok(match takes {
        Takes::Text if input.peek(LitStr) => Written::Template(input.parse()?),
        Takes::Text | Takes::Field | Takes::Input => Written::Given(Given::Field(input.call(field)?)),
        Takes::Kind => Written::Kind(input.parse()?),
        Takes::Places => Written::Given(Given::Places(list(input, place)?)),
        Takes::Changes => Written::Given(Given::Changes(list(input, change)?)),
    })
}

fn list<T>(input: ParseStream<'_>, item: fn(ParseStream<'_>) -> syn::Result<T>) -> syn::Result<Vec<T>> {
    let inside;
    bracketed!(inside in input);
    match Punctuated::<T, Token![,]>::parse_terminated_with(&inside, item) {
        Ok(items) => Ok(items.into_iter().collect()),
        Err(error) => {
            // What is left unread would be told as a second error.
            inside.parse::<TokenStream>()?;
            Err(error)
        }
    }
}

fn field(input: ParseStream<'_>) -> syn::Result<Ident> {
    // A field may be called `r#type`, and a mistaken literal is told as one.
    if input.peek(Ident) { input.parse() } else { Err(input.error("a field")) }
}

fn place(input: ParseStream<'_>) -> syn::Result<(Ident, Option<Ident>)> {
    let path = field(input)?;
    let line = if input.peek(Token![:]) {
        input.parse::<Token![:]>()?;
        Some(field(input)?)
    } else {
        None
    };
    Ok((path, line))
}

fn change(input: ParseStream<'_>) -> syn::Result<Change> {
    let path = field(input)?;
    input.parse::<Token![:]>()?;
    let first = field(input)?;
    if !input.peek(Token![=>]) {
        return Ok(Change { path, old: None, new: first });
    }
    input.parse::<Token![=>]>()?;
    Ok(Change { path, old: Some(first), new: field(input)? })
}

fn kind(word: Ident, diag: &Diag) -> Option<Given> {
    if KINDS.iter().any(|kind| word == kind) {
        return Some(Given::Kind(word));
    }
    let meant = did_you_mean(&word.to_string(), KINDS);
    let known = if meant.is_empty() { format!(": it is {}", crate::attr::one_of(&KINDS)) } else { meant };
    diag.at(word.span(), format!("unknown kind `{word}`{known}"));
    None
}
