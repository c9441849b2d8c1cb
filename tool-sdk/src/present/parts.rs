//! What several cards are made of. Each part is also a tool value, so that the meta of a tool can hold it.

use crate::json::{Encoder, Fail, Reader};
use crate::schema::shape::{Shape, kinds};
use crate::schema::table::{Field, Node, Object};
use crate::schema::{Nullable, Path, ToolValue, Violations};

/// What a call does, for an icon or a treatment of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Looks at something.
    Read,
    /// Changes something.
    Edit,
    /// Takes something away.
    Delete,
    /// Moves something.
    Move,
    /// Looks for something.
    Search,
    /// Runs something.
    Execute,
    /// Gets something from elsewhere.
    Fetch,
    /// None of these, or one that only a later version knows.
    #[default]
    Other,
}

impl Kind {
    const NAMES: [(Self, &'static str); 8] = [
        (Self::Read, "read"),
        (Self::Edit, "edit"),
        (Self::Delete, "delete"),
        (Self::Move, "move"),
        (Self::Search, "search"),
        (Self::Execute, "execute"),
        (Self::Fetch, "fetch"),
        (Self::Other, "other"),
    ];

    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        Self::NAMES.iter().find(|(kind, _)| *kind == self).map_or("other", |(_, name)| name)
    }

    /// The kind of this word; any other word is [`Kind::Other`].
    pub fn of(word: &str) -> Self {
        Self::NAMES.iter().find(|(_, name)| *name == word).map_or(Self::Other, |(kind, _)| *kind)
    }
}

/// A struct with its table, as the derive writes one. The derive itself is a feature of this crate, and these types are not. The
/// tables are open: what a later version adds to a part does not hide the part from this one.
macro_rules! part {
    (
        $(#[doc = $doc:literal])*
        $name:ident { $( $(#[doc = $about:literal])* $field:ident $key:literal: $type:ty, )* }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $name {
            $( $(#[doc = $about])* pub $field: $type, )*
        }

        impl $name {
            const TABLE: &'static Object = &Object::new(
                stringify!($name),
                "",
                &[$( Field::new($key, concat!("\"", $key, "\":"), "", <$type as ToolValue>::OPS) ),*],
            )
            .open();
        }

        impl ToolValue for $name {
            const KINDS: u8 = kinds::OBJECT;
            const SHAPE: Shape = Shape::table(Self::TABLE);

            fn node() -> &'static Node {
                const { &Node::Object(*Self::TABLE) }
            }

            fn decode(reader: &mut Reader<'_>) -> Result<Self, Fail> {
                $( let mut $field: Option<$type> = None; )*
                reader.object(Self::TABLE, &mut [$( &mut $field ),*])?;
                let ($( Some($field), )*) = ($( $field, )*) else { return Err(Fail) };
                Ok(Self { $( $field ),* })
            }

            fn encode(&self, out: &mut Encoder) {
                out.object(Self::TABLE, &[$( &self.$field ),*]);
            }

            fn check(&self, at: &Path<'_>, out: &mut Violations) {
                crate::schema::check::check_object(Self::TABLE, &[$( &self.$field ),*], at, out);
            }
        }
    };
}

part! {
    /// A file that a call touches, for an editor that follows along: `{"path":"src/lib.rs","line":3}`.
    Location {
        /// Where the file is, as the tool was told.
        path "path": String,
        /// The line, counted from 1.
        line "line": Option<u64>,
    }
}

impl Location {
    /// A file, at a line if one is known.
    pub fn new(path: impl Into<String>, line: impl Into<Option<u64>>) -> Self {
        Self { path: path.into(), line: line.into() }
    }
}

part! {
    /// One change of one file, whole or a hunk of it: `{"path":"a.txt","oldText":null,"newText":"hello"}`.
    FileDiff {
        /// The file.
        path "path": String,
        /// What stood there; null for a new file, or where something is only put in.
        old_text "oldText": Nullable<String>,
        /// What stands there now.
        new_text "newText": String,
    }
}

impl FileDiff {
    /// A change from `old`, which is nothing for a new file, to `new`.
    pub fn new(path: impl Into<String>, old: Option<&str>, new: impl Into<String>) -> Self {
        Self { path: path.into(), old_text: old.map(str::to_owned).into(), new_text: new.into() }
    }

    /// What stood there.
    pub fn old(&self) -> Option<&str> {
        self.old_text.as_option().map(String::as_str)
    }
}

part! {
    /// One line of a file that was read.
    ReadLine {
        /// Its number in the file, counted from 1.
        number "number": u64,
        /// Its text without the line end.
        text "text": String,
    }
}

impl ReadLine {
    /// A line with its number.
    pub fn new(number: u64, text: impl Into<String>) -> Self {
        Self { number, text: text.into() }
    }
}

part! {
    /// One line in which something was found.
    LineMatch {
        /// Its number in the file, counted from 1.
        line_number "lineNumber": u64,
        /// Its text without the line end.
        line "line": String,
    }
}

impl LineMatch {
    /// A line with its number.
    pub fn new(line_number: u64, line: impl Into<String>) -> Self {
        Self { line_number, line: line.into() }
    }
}

part! {
    /// What was found in one file.
    FileMatches {
        /// The file.
        path "path": String,
        /// The lines, in order.
        matches "matches": Vec<LineMatch>,
    }
}

impl FileMatches {
    /// A file and the lines of it.
    pub fn new(path: impl Into<String>, matches: impl IntoIterator<Item = LineMatch>) -> Self {
        Self { path: path.into(), matches: matches.into_iter().collect() }
    }
}

part! {
    /// A page that a search of the web named.
    Source {
        /// Where it is.
        url "url": String,
        /// Its title.
        title "title": Option<String>,
        /// The passage that the search showed.
        snippet "snippet": Option<String>,
        /// When it was published, as the search wrote it.
        published_at "publishedAt": Option<String>,
    }
}

impl Source {
    /// A page of which only the address is known.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), title: None, snippet: None, published_at: None }
    }

    /// Its title.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The passage that the search showed.
    #[must_use]
    pub fn snippet(mut self, snippet: impl Into<String>) -> Self {
        self.snippet = Some(snippet.into());
        self
    }

    /// When it was published.
    #[must_use]
    pub fn published_at(mut self, published_at: impl Into<String>) -> Self {
        self.published_at = Some(published_at.into());
        self
    }
}
