//! [`ResultView`]: what stands in the place of the pending card once a call has ended.

use super::parts::{FileDiff, FileMatches, ReadLine, Source};
use super::wire::{Members, content, each, members};
use crate::content::Content;
use crate::json::{Direction, Encoder, Fail, Reader};
use crate::schema::ToolValue;

/// The card of a call that has ended. It replaces the pending one: what should still be seen of that has to be here too, but for
/// the title, which is kept when there is no new one.
///
/// ```
/// use tool_sdk::present::{FileMatches, LineMatch, ResultView};
///
/// let view = ResultView::matches([FileMatches::new("a.rs", [LineMatch::new(3, "fn main() {}")])], 1);
/// assert_eq!(
///     view.to_text(),
///     r#"{"card":"search","shape":"matches","files":[{"path":"a.rs","matches":[{"lineNumber":3,"line":"fn main() {}"}]}],"truncated":false,"total":1}"#
/// );
/// let view = ResultView::terminal("out\n").exit_code(3);
/// assert_eq!(view.to_text(), r#"{"card":"terminal","output":"out\n","exitCode":3}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultView {
    /// Text and images.
    Generic(GenericResult),
    /// What a command wrote and how it ended.
    Terminal(TerminalResult),
    /// Changes that were made.
    Diff(DiffResult),
    /// What was found, without the text of the result (contract U6).
    Search(SearchResult),
    /// Lines of a file.
    Read(ReadResult),
    /// What came from the web, without its body (contract U6).
    Web(WebResult),
}

/// Text and images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GenericResult {
    /// A title in place of the pending one.
    pub title: Option<String>,
    /// What is shown; absent, it is what the model reads.
    pub content: Option<Content>,
}

/// What a command wrote and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TerminalResult {
    /// A title in place of the pending one.
    pub title: Option<String>,
    /// The raw output, without fences.
    pub output: Option<String>,
    /// How it ended, if it did.
    pub ended: Option<Ended>,
}

/// How a command ended: a process has an exit code or a signal, never both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this code.
    ExitCode(i32),
    /// By this signal.
    Signal(String),
}

/// Changes that were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffResult {
    /// A title in place of the pending one.
    pub title: Option<String>,
    /// The hunks, or the whole file where there was none; at least one.
    pub diffs: Vec<FileDiff>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchResult {
    /// A title in place of the pending one.
    pub title: Option<String>,
    /// What is shown of it.
    pub found: Found,
    /// Whether there is more than is shown.
    pub truncated: bool,
    /// How many there are, shown or not.
    pub total: u64,
}

/// What a search shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// Lines, by file.
    Matches(Vec<FileMatches>),
    /// Paths.
    Paths(Vec<String>),
}

/// Lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadResult {
    /// A title in place of the pending one.
    pub title: Option<String>,
    /// The file.
    pub path: String,
    /// The line that was asked for, counted from 1.
    pub offset: u64,
    /// The lines, in order.
    pub lines: Vec<ReadLine>,
    /// How many lines the whole file has.
    pub total_lines: u64,
    /// The language, for colours.
    pub lang: Option<String>,
    /// What is shown beside the lines.
    pub content: Option<Content>,
}

/// What came from the web.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WebResult {
    /// A title in place of the pending one.
    pub title: Option<String>,
    /// What is shown.
    pub shown: WebShown,
    /// Whether something was cut.
    pub truncated: bool,
}

/// What a web card shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WebShown {
    /// The pages that a search named.
    Search {
        /// The pages, best first.
        sources: Vec<Source>,
        /// An answer that the search gave itself.
        answer: Option<String>,
    },
    /// A page that was fetched.
    Fetch {
        /// Where it is, after redirects.
        url: String,
        /// The status of the last answer.
        status_code: u16,
    },
}

impl ResultView {
    /// Nothing but what setters add; without content, what the model reads is shown.
    pub fn generic() -> Self {
        Self::Generic(GenericResult::default())
    }

    /// What a command wrote; how it ended by [`exit_code`](Self::exit_code) or [`signal`](Self::signal).
    pub fn terminal(output: impl Into<String>) -> Self {
        Self::Terminal(TerminalResult { output: Some(output.into()), ..TerminalResult::default() })
    }

    /// Changes that were made, at least one: an empty card says less than the generic one, which is then shown.
    pub fn diff(diffs: impl IntoIterator<Item = FileDiff>) -> Self {
        Self::Diff(DiffResult { title: None, diffs: diffs.into_iter().collect() })
    }

    /// Lines in which something was found, by file, and how many there are in all.
    pub fn matches(files: impl IntoIterator<Item = FileMatches>, total: u64) -> Self {
        Self::found(Found::Matches(files.into_iter().collect()), total)
    }

    /// Paths that were found, and how many there are in all.
    pub fn paths<P: Into<String>>(paths: impl IntoIterator<Item = P>, total: u64) -> Self {
        Self::found(Found::Paths(paths.into_iter().map(Into::into).collect()), total)
    }

    fn found(found: Found, total: u64) -> Self {
        Self::Search(SearchResult { title: None, found, truncated: false, total })
    }

    /// Lines of a file, from line `offset` on, of so many in all.
    pub fn read(
        path: impl Into<String>,
        offset: u64,
        lines: impl IntoIterator<Item = ReadLine>,
        total_lines: u64,
    ) -> Self {
        Self::Read(ReadResult {
            title: None,
            path: path.into(),
            offset,
            lines: lines.into_iter().collect(),
            total_lines,
            lang: None,
            content: None,
        })
    }

    /// Pages that a search of the web named.
    pub fn sources(sources: impl IntoIterator<Item = Source>) -> Self {
        Self::web(WebShown::Search { sources: sources.into_iter().collect(), answer: None })
    }

    /// A page that was fetched, and the status of the last answer.
    pub fn fetched(url: impl Into<String>, status_code: u16) -> Self {
        Self::web(WebShown::Fetch { url: url.into(), status_code })
    }

    fn web(shown: WebShown) -> Self {
        Self::Web(WebResult { title: None, shown, truncated: false })
    }

    /// A title in place of the pending one.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        *self.title_mut() = Some(title.into());
        self
    }

    /// Text and images; generic and read cards have them.
    #[must_use]
    pub fn content(mut self, content: impl Into<Content>) -> Self {
        match &mut self {
            Self::Generic(view) => view.content = Some(content.into()),
            Self::Read(view) => view.content = Some(content.into()),
            _ => {}
        }
        self
    }

    /// The command ended by itself; terminal cards have it.
    #[must_use]
    pub fn exit_code(mut self, code: i32) -> Self {
        if let Self::Terminal(view) = &mut self {
            view.ended = Some(Ended::ExitCode(code));
        }
        self
    }

    /// A signal ended the command; terminal cards have it.
    #[must_use]
    pub fn signal(mut self, signal: impl Into<String>) -> Self {
        if let Self::Terminal(view) = &mut self {
            view.ended = Some(Ended::Signal(signal.into()));
        }
        self
    }

    /// There is more than is shown; search and web cards have it.
    #[must_use]
    pub fn truncated(mut self, truncated: bool) -> Self {
        match &mut self {
            Self::Search(view) => view.truncated = truncated,
            Self::Web(view) => view.truncated = truncated,
            _ => {}
        }
        self
    }

    /// The language of the lines; read cards have it.
    #[must_use]
    pub fn lang(mut self, lang: impl Into<String>) -> Self {
        if let Self::Read(view) = &mut self {
            view.lang = Some(lang.into());
        }
        self
    }

    /// An answer that the search gave itself; web cards of a search have it.
    #[must_use]
    pub fn answer(mut self, text: impl Into<String>) -> Self {
        if let Self::Web(WebResult { shown: WebShown::Search { answer, .. }, .. }) = &mut self {
            *answer = Some(text.into());
        }
        self
    }

    /// The title that replaces the pending one.
    pub fn new_title(&self) -> Option<&str> {
        match self {
            Self::Generic(view) => view.title.as_deref(),
            Self::Terminal(view) => view.title.as_deref(),
            Self::Diff(view) => view.title.as_deref(),
            Self::Search(view) => view.title.as_deref(),
            Self::Read(view) => view.title.as_deref(),
            Self::Web(view) => view.title.as_deref(),
        }
    }

    fn title_mut(&mut self) -> &mut Option<String> {
        match self {
            Self::Generic(view) => &mut view.title,
            Self::Terminal(view) => &mut view.title,
            Self::Diff(view) => &mut view.title,
            Self::Search(view) => &mut view.title,
            Self::Read(view) => &mut view.title,
            Self::Web(view) => &mut view.title,
        }
    }

    /// Whether the fields make a card. What was made from an old log may be well-formed nonsense.
    pub(crate) fn is_sound(&self) -> bool {
        match self {
            Self::Diff(view) => !view.diffs.is_empty(),
            Self::Search(view) => view.found.len() as u64 <= view.total,
            Self::Read(view) => view.is_sound(),
            Self::Generic(_) | Self::Terminal(_) | Self::Web(_) => true,
        }
    }

    /// The card as compact JSON.
    pub fn to_text(&self) -> String {
        Members::to_text(|put| self.write(put))
    }

    /// Reads a card. An unknown or malformed one is nothing, and shown as the generic card by whoever asked (contract U4).
    pub fn from_text(text: &str) -> Option<Self> {
        let mut reader = Reader::new(text, Direction::Input);
        let view = Self::read_from(&mut reader).ok()?;
        (reader.end().is_ok() && view.is_sound()).then_some(view)
    }

    pub(crate) fn encode(&self, out: &mut Encoder) {
        Members::object(out, |put| self.write(put));
    }
}

impl Found {
    /// How many are shown.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Matches(files) => files.iter().map(|file| file.matches.len()).sum(),
            Self::Paths(paths) => paths.len(),
        }
    }
}

impl ReadResult {
    /// Lines are counted from 1, rise, and lie between the first that was asked for and the last of the file.
    fn is_sound(&self) -> bool {
        let numbers = || self.lines.iter().map(|line| line.number);
        self.offset >= 1
            && numbers().zip(numbers().skip(1)).all(|(one, next)| one < next)
            && numbers().all(|number| (self.offset..=self.total_lines).contains(&number))
    }
}

mod read;
mod write;
