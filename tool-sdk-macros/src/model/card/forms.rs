//! Which cards there are, which keys each takes, and what it is nothing without.

/// What a key of a card takes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Takes {
    /// A template, or a field.
    Text,
    /// A field.
    Field,
    /// What the call does.
    Kind,
    /// A field, or all arguments when it stands alone.
    Input,
    /// `[path: line]`
    Places,
    /// `[path: old => new]`
    Changes,
}

/// A kind of card: which keys it takes, and what it is nothing without.
pub(crate) struct CardForm {
    pub(crate) name: &'static str,
    pub(crate) keys: &'static [(&'static str, Takes)],
    /// One of these has to be there, or the reason is told.
    pub(super) needs: &'static [(&'static [&'static str], &'static str)],
    /// Of these only one may be there.
    pub(super) one_of: &'static [&'static str],
}

const TITLE: (&[&str], &str) = (&["title"], "a card needs a `title`, like `title = \"Edit {path}\"`");

/// The cards of a pending call.
pub(super) static CALLS: [CardForm; 3] = [
    CardForm {
        name: "generic",
        keys: &[
            ("title", Takes::Text),
            ("kind", Takes::Kind),
            ("raw_input", Takes::Input),
            ("content", Takes::Text),
            ("locations", Takes::Places),
        ],
        needs: &[TITLE],
        one_of: &[],
    },
    CardForm {
        name: "terminal",
        keys: &[("title", Takes::Text), ("description", Takes::Text), ("cwd", Takes::Field)],
        needs: &[(&["title"], "a terminal needs a `title`: the field that is the command")],
        one_of: &[],
    },
    CardForm {
        name: "diff",
        keys: &[("title", Takes::Text), ("diffs", Takes::Changes), ("locations", Takes::Places)],
        needs: &[TITLE, (&["diffs"], "a diff needs `diffs`, like `diffs = [path: old => new]`")],
        one_of: &[],
    },
];

/// The cards of a call that has ended.
pub(super) static RESULTS: [CardForm; 6] = [
    CardForm {
        name: "generic",
        keys: &[("title", Takes::Text), ("content", Takes::Text)],
        needs: &[(&["title", "content"], "this card says nothing: give it a `title` or a `content`")],
        one_of: &[],
    },
    CardForm {
        name: "terminal",
        keys: &[
            ("title", Takes::Text),
            ("output", Takes::Field),
            ("signal", Takes::Field),
            ("exit_code", Takes::Field),
        ],
        needs: &[(&["output"], "a terminal needs an `output`: the field that holds it")],
        one_of: &[],
    },
    CardForm {
        name: "diff",
        keys: &[("title", Takes::Text), ("diffs", Takes::Field)],
        needs: &[(&["diffs"], "a diff needs `diffs`: the field that holds a `Vec<FileDiff>`")],
        one_of: &[],
    },
    CardForm {
        name: "search",
        keys: &[
            ("title", Takes::Text),
            ("matches", Takes::Field),
            ("paths", Takes::Field),
            ("total", Takes::Field),
            ("truncated", Takes::Field),
        ],
        needs: &[
            (&["matches", "paths"], "a search needs `matches` or `paths`: the field that holds them"),
            (&["total"], "a search needs a `total`: the field that counts what was found"),
        ],
        one_of: &["matches", "paths"],
    },
    CardForm {
        name: "read",
        keys: &[
            ("title", Takes::Text),
            ("path", Takes::Field),
            ("offset", Takes::Field),
            ("lines", Takes::Field),
            ("total_lines", Takes::Field),
            ("lang", Takes::Text),
            ("content", Takes::Text),
        ],
        needs: &[
            (&["path"], "a read card needs a `path`: the field that holds it"),
            (&["offset"], "a read card needs an `offset`: the field that numbers the first line"),
            (&["lines"], "a read card needs `lines`: the field that holds a `Vec<ReadLine>`"),
            (&["total_lines"], "a read card needs `total_lines`: the field that counts them"),
        ],
        one_of: &[],
    },
    CardForm {
        name: "web",
        keys: &[
            ("title", Takes::Text),
            ("sources", Takes::Field),
            ("answer", Takes::Text),
            ("url", Takes::Field),
            ("status_code", Takes::Field),
            ("truncated", Takes::Field),
        ],
        needs: &[
            (&["sources", "url"], "a web card needs `sources`, or `url` and `status_code`"),
            (&["sources", "status_code"], "a fetched page needs its `status_code`: the field that holds it"),
        ],
        one_of: &["sources", "url"],
    },
];

/// The words of `kind`.
pub(super) const KINDS: [&str; 8] = ["Read", "Edit", "Delete", "Move", "Search", "Execute", "Fetch", "Other"];
