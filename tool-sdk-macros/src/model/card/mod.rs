//! `call = generic(title = "grep {pattern}", locations = [path])`: a card that a type declares, field by field.

mod forms;
mod read;
mod title;

use syn::{Ident, LitStr};

use self::forms::{CALLS, RESULTS};
use self::read::{Read, parts};
use crate::attr::Entries;
use crate::diag::Diag;
use crate::names::did_you_mean;

pub(crate) use self::forms::CardForm;
pub(crate) use self::title::TitlePiece;

/// A card that a type declares.
pub(crate) struct Card {
    pub(crate) form: &'static CardForm,
    /// `call` or `result`.
    pub(crate) key: Ident,
    pub(crate) parts: Vec<Part>,
}

pub(crate) struct Part {
    pub(crate) key: Ident,
    pub(crate) given: Given,
}

pub(crate) enum Given {
    Title(LitStr, Vec<TitlePiece>),
    Field(Ident),
    All,
    Kind(Ident),
    Places(Vec<(Ident, Option<Ident>)>),
    Changes(Vec<Change>),
}

/// `path: old => new`, or `path: new` for what is only put in.
pub(crate) struct Change {
    pub(crate) path: Ident,
    pub(crate) old: Option<Ident>,
    pub(crate) new: Ident,
}

impl Card {
    /// Takes the card of a pending call.
    pub(crate) fn call(entries: &mut Entries<'_>, diag: &Diag) -> Option<Self> {
        Self::take(entries, "call", &CALLS, diag)
    }

    /// Takes the card of a call that has ended.
    pub(crate) fn result(entries: &mut Entries<'_>, diag: &Diag) -> Option<Self> {
        Self::take(entries, "result", &RESULTS, diag)
    }

    fn take(entries: &mut Entries<'_>, key: &str, forms: &'static [CardForm], diag: &Diag) -> Option<Self> {
        let names: Vec<&str> = forms.iter().map(|form| form.name).collect();
        let (key, name, tokens) = entries.form(key, &names)?;
        let Some(form) = forms.iter().find(|form| name == form.name) else {
            diag.at(name.span(), unknown_card(&name.to_string(), &names));
            return None;
        };
        let parts = parts(tokens, form, diag);
        // What was refused for another reason is not missed as well.
        if parts.iter().all(Read::is_sound) {
            for (_, why) in form.needs.iter().filter(|(keys, _)| !parts.iter().any(|part| has(part, keys))) {
                diag.at(name.span(), why);
            }
        }
        let mut excluding = parts.iter().filter(|part| has(part, form.one_of));
        if let (Some(first), Some(second)) = (excluding.next(), excluding.next()) {
            diag.at(second.key.span(), format!("`{}` excludes `{}`: keep one", second.key, first.key));
        }
        let parts = parts.into_iter().filter_map(Read::into_part).collect();
        Some(Self { form, key, parts })
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Given> {
        self.parts.iter().find(|part| part.key == key).map(|part| &part.given)
    }
}

fn has(part: &Read, keys: &[&str]) -> bool {
    keys.iter().any(|key| part.key == key)
}

fn unknown_card(name: &str, known: &[&str]) -> String {
    let later = match name {
        "search" => Some(("matches", "Search")),
        "read" => Some(("lines", "Read")),
        "web" => Some(("pages", "Fetch")),
        _ => None,
    };
    if let Some((what, kind)) = later {
        return format!("a pending call has no {what} yet: use `generic(kind = {kind})`");
    }
    let meant = did_you_mean(name, known.iter().copied());
    let known = if meant.is_empty() { format!(": it is {}", crate::attr::one_of(known)) } else { meant };
    format!("unknown card `{name}`{known}")
}
