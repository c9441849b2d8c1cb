//! [`CallView`]: what is shown while a call runs.

use serde_json::Value;

use super::parts::{FileDiff, Kind, Location};
use super::wire::{Members, content, each, members};
use crate::content::Content;
use crate::json::{Direction, Encoder, Fail, Reader};
use crate::schema::ToolValue;

/// The card of a pending call.
///
/// Made by [`generic`](Self::generic), [`terminal`](Self::terminal) or [`diff`](Self::diff), then completed by setters that carry
/// the names of the fields. A setter speaks to the cards that have its field and leaves the others as they are.
///
/// ```
/// use tool_sdk::present::CallView;
///
/// let view = CallView::diff("Edit a.txt").change("a.txt", Some("one"), "two").location("a.txt", 1);
/// assert_eq!(view.title(), "Edit a.txt");
/// let view = CallView::terminal("cargo test").description("Run the tests.").cwd("/srv");
/// assert_eq!(view.to_text(), r#"{"card":"terminal","title":"cargo test","description":"Run the tests.","cwd":"/srv"}"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallView {
    /// A title and what was sent.
    Generic(GenericCall),
    /// A command.
    Terminal(TerminalCall),
    /// Changes of files that are asked for.
    Diff(DiffCall),
}

/// A title and what was sent.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct GenericCall {
    /// One line.
    pub title: String,
    /// What the call does.
    pub kind: Option<Kind>,
    /// What was sent: a text is shown as it is, anything else as indented JSON.
    pub raw_input: Option<Value>,
    /// Text and images beside it.
    pub content: Option<Content>,
    /// The files that are touched.
    pub locations: Vec<Location>,
}

/// A command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TerminalCall {
    /// The command.
    pub title: String,
    /// What it is for, shown above the card.
    pub description: Option<String>,
    /// Where it runs: absolute as it is, relative to the session's folder, or that folder when absent.
    pub cwd: Option<String>,
}

/// Changes of files that are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffCall {
    /// One line.
    pub title: String,
    /// The changes, at least one.
    pub diffs: Vec<FileDiff>,
    /// The files that are touched.
    pub locations: Vec<Location>,
}

impl CallView {
    /// A title; what was sent, what is beside it and which files are touched by setters.
    pub fn generic(title: impl Into<String>) -> Self {
        Self::Generic(GenericCall { title: title.into(), ..GenericCall::default() })
    }

    /// A command.
    pub fn terminal(command: impl Into<String>) -> Self {
        Self::Terminal(TerminalCall { title: command.into(), ..TerminalCall::default() })
    }

    /// Changes, each added by [`change`](Self::change).
    pub fn diff(title: impl Into<String>) -> Self {
        Self::Diff(DiffCall { title: title.into(), ..DiffCall::default() })
    }

    /// The card of a call that nothing is known of: the tool's name and the arguments (contract U1).
    pub fn of_arguments(name: &str, arguments: &str) -> Self {
        let raw = match crate::json::parse(arguments) {
            Ok(tree) => tree,
            Err(_) => Value::String(arguments.to_owned()),
        };
        Self::generic(name).raw_input(raw)
    }

    /// What the call does; generic cards have it.
    #[must_use]
    pub fn kind(mut self, kind: Kind) -> Self {
        if let Self::Generic(view) = &mut self {
            view.kind = Some(kind);
        }
        self
    }

    /// What was sent; generic cards have it. An empty object and `null` say nothing and are left out.
    #[must_use]
    pub fn raw_input(mut self, raw_input: impl Into<Value>) -> Self {
        if let Self::Generic(view) = &mut self {
            view.raw_input = Some(raw_input.into()).filter(says_something);
        }
        self
    }

    /// Text and images; generic cards have them.
    #[must_use]
    pub fn content(mut self, content: impl Into<Content>) -> Self {
        if let Self::Generic(view) = &mut self {
            view.content = Some(content.into());
        }
        self
    }

    /// A file that is touched; generic and diff cards have them.
    #[must_use]
    pub fn location(mut self, path: impl Into<String>, line: impl Into<Option<u64>>) -> Self {
        match &mut self {
            Self::Generic(GenericCall { locations, .. }) | Self::Diff(DiffCall { locations, .. }) => {
                locations.push(Location::new(path, line));
            }
            Self::Terminal(_) => {}
        }
        self
    }

    /// What the command is for; terminal cards have it.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        if let Self::Terminal(view) = &mut self {
            view.description = Some(description.into());
        }
        self
    }

    /// Where the command runs; terminal cards have it.
    #[must_use]
    pub fn cwd(mut self, cwd: impl Into<String>) -> Self {
        if let Self::Terminal(view) = &mut self {
            view.cwd = Some(cwd.into());
        }
        self
    }

    /// A change from `old`, which is nothing for a new file, to `new`; diff cards have them.
    #[must_use]
    pub fn change(self, path: impl Into<String>, old: Option<&str>, new: impl Into<String>) -> Self {
        self.changes([FileDiff::new(path, old, new)])
    }

    /// Several changes; diff cards have them.
    #[must_use]
    pub fn changes(mut self, diffs: impl IntoIterator<Item = FileDiff>) -> Self {
        if let Self::Diff(view) = &mut self {
            view.diffs.extend(diffs);
        }
        self
    }

    /// The title, which every card has.
    pub fn title(&self) -> &str {
        match self {
            Self::Generic(view) => &view.title,
            Self::Terminal(view) => &view.title,
            Self::Diff(view) => &view.title,
        }
    }

    /// Whether the fields make a card: a diff card has changes.
    pub(crate) fn is_sound(&self) -> bool {
        !matches!(self, Self::Diff(view) if view.diffs.is_empty())
    }

    /// The card as compact JSON.
    pub fn to_text(&self) -> String {
        Members::to_text(|put| self.write(put))
    }

    /// Reads a card. An unknown or malformed one is nothing, and shown as the generic card by whoever asked (contract U4).
    pub fn from_text(text: &str) -> Option<Self> {
        let mut reader = Reader::new(text, Direction::Input);
        let view = Self::read(&mut reader).ok()?;
        (reader.end().is_ok() && view.is_sound()).then_some(view)
    }

    pub(crate) fn encode(&self, out: &mut Encoder) {
        Members::object(out, |put| self.write(put));
    }

    fn write(&self, put: &mut Members<'_>) {
        match self {
            Self::Generic(view) => {
                put.text("card", "generic");
                put.text("title", &view.title);
                put.text_if("kind", view.kind.map(Kind::as_str));
                if let Some(raw_input) = &view.raw_input {
                    put.put("rawInput", |out| out.json(raw_input));
                }
                put.content_if("content", view.content.as_ref());
                put.list_if("locations", &view.locations);
            }
            Self::Terminal(view) => {
                put.text("card", "terminal");
                put.text("title", &view.title);
                put.text_if("description", view.description.as_deref());
                put.text_if("cwd", view.cwd.as_deref());
            }
            Self::Diff(view) => {
                put.text("card", "diff");
                put.text("title", &view.title);
                put.list("diffs", &view.diffs);
                put.list_if("locations", &view.locations);
            }
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Fail> {
        let (mut card, mut title, mut diffs, mut locations) = (None, None, None, Vec::new());
        let (mut generic, mut terminal) = (GenericCall::default(), TerminalCall::default());
        members(reader, |key, reader| {
            match key {
                "card" => card = Some(reader.string()?),
                "title" => title = Some(reader.string()?.into_owned()),
                "kind" => generic.kind = Some(Kind::of(&reader.string()?)),
                "rawInput" => generic.raw_input = Some(crate::json::read_value(reader)?),
                "content" => generic.content = Some(content(reader)?),
                "locations" => locations = each(reader, Location::decode)?,
                "description" => terminal.description = Some(reader.string()?.into_owned()),
                "cwd" => terminal.cwd = Some(reader.string()?.into_owned()),
                "diffs" => diffs = Some(each(reader, FileDiff::decode)?),
                _ => return reader.skip().map(|_| ()),
            }
            Ok(())
        })?;
        let title = title.ok_or(Fail)?;
        match card.as_deref() {
            Some("generic") => Ok(Self::Generic(GenericCall { title, locations, ..generic })),
            Some("terminal") => Ok(Self::Terminal(TerminalCall { title, ..terminal })),
            Some("diff") => Ok(Self::Diff(DiffCall { title, diffs: diffs.ok_or(Fail)?, locations })),
            _ => Err(Fail),
        }
    }
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Object(members) => !members.is_empty(),
        _ => true,
    }
}
