//! Where the attributes stand, and which keys each place knows.

use crate::names::nearest;

/// A place where an attribute can stand, with the keys that it knows.
pub(crate) struct Place {
    /// The attribute's name.
    pub(crate) attribute: &'static str,
    /// The place, as it is called in messages.
    pub(crate) called: &'static str,
    pub(crate) keys: &'static [&'static str],
}

/// The keys that may stand more than once.
pub(super) const REPEATABLE: &[&str] = &["alias"];

/// The keys whose value is a card.
pub(super) const CARDS: &[&str] = &["call", "result"];

pub(crate) static FUNCTION: Place = Place {
    attribute: "tool",
    called: "a function tool",
    keys: &[
        "name",
        "description",
        "effect",
        "idempotent",
        "timeout",
        "drop_on_cancel",
        "no_repair",
        "parallel",
        "parallel_if",
        "blocking",
        "render_with",
        "call",
        "deny",
        "crate",
    ],
};

pub(crate) static IMPL: Place = Place {
    attribute: "tool",
    called: "an impl tool",
    keys: &[
        "name",
        "description",
        "effect",
        "idempotent",
        "timeout",
        "drop_on_cancel",
        "no_repair",
        "parallel",
        "parallel_if",
        "crate",
    ],
};

pub(crate) static TYPE: Place = Place {
    attribute: "tool",
    called: "a type",
    keys: &[
        "description",
        "rename_all",
        "rename_all_fields",
        "tag",
        "content",
        "untagged",
        "open",
        "check",
        "no_new",
        "no_setters",
        "render",
        "render_with",
        "call",
        "result",
        "deny",
        "crate",
    ],
};

pub(crate) static VARIANT: Place = Place {
    attribute: "tool",
    called: "a variant",
    keys: &["rename", "rename_all", "description", "render", "render_with"],
};

pub(crate) static FIELD: Place = Place {
    attribute: "arg",
    called: "a field or parameter",
    keys: &[
        "description",
        "rename",
        "alias",
        "default",
        "examples",
        "min",
        "max",
        "exclusive_min",
        "exclusive_max",
        "multiple_of",
        "min_length",
        "max_length",
        "non_empty",
        "not_blank",
        "pattern",
        "format",
        "min_items",
        "max_items",
        "unique_items",
        "unit",
        "flatten",
        "rest",
        "skip",
    ],
};

/// Every place, for messages that send a key to where it belongs.
pub(crate) static PLACES: [&Place; 5] = [&FUNCTION, &IMPL, &TYPE, &VARIANT, &FIELD];

/// What is said of a key that the place does not know.
pub(super) fn unknown_key(key: &str, place: &Place) -> String {
    let mut elsewhere = PLACES.iter().filter(|other| other.keys.contains(&key)).peekable();
    if let Some(first) = elsewhere.peek() {
        let attribute = first.attribute;
        let called: Vec<_> = elsewhere.filter(|other| other.attribute == attribute).map(|other| other.called).collect();
        let called = called.join(" or ");
        return format!("`{key}` does not stand on {}: it belongs in `#[{attribute}(…)]` on {called}", place.called);
    }
    match nearest(key, place.keys.iter().copied()) {
        Some(near) => format!("unknown key `{key}`, did you mean `{near}`?"),
        None => format!("unknown key `{key}`; {} takes {}", place.called, list(place.keys)),
    }
}

/// `` `a`, `b` or `c` ``
pub(crate) fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [most @ .., last] => format!("{} or `{last}`", list(most)),
    }
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
