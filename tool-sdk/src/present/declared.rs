//! What `#[tool(call = …)]` and `#[tool(result = …)]` call: the fields of a type into the fields of a card. Which field can be what
//! is decided by traits, so that a field of another type is an error on its name.

use super::{CallView, Ended, FileDiff, FileMatches, ReadLine, ResultView, Source};
use crate::json::Encoder;
use crate::schema::{Nullable, ToolValue};

/// A field that a title can hold: a text or a number; an absent one is left out.
#[diagnostic::on_unimplemented(
    message = "a card cannot show `{Self}` as text",
    label = "neither a text nor a number",
    note = "a text is a `String` or a path, an `Option` of one may be absent; for anything else write `present_call` or `present_result`"
)]
pub trait CardText {
    /// The text, if there is one.
    fn card_text(&self) -> Option<String>;
}

/// A field that names a file.
#[diagnostic::on_unimplemented(
    message = "a location is a path, and `{Self}` is none",
    label = "no path",
    note = "a path is a `String` or a `PathBuf`; an `Option` of one may be absent"
)]
pub trait CardPath {
    /// The path, if there is one.
    fn card_path(&self) -> Option<String>;
}

/// A field that counts or numbers something.
#[diagnostic::on_unimplemented(
    message = "a card needs a number here, and `{Self}` is none",
    label = "no integer",
    note = "an `Option` of an integer may be absent"
)]
pub trait CardNumber {
    /// The number, if there is one.
    fn card_number(&self) -> Option<i128>;
}

macro_rules! texts {
    ($($type:ty),*) => { $(
        impl CardText for $type {
            fn card_text(&self) -> Option<String> {
                Some(self.to_string())
            }
        }
        impl CardPath for $type {
            fn card_path(&self) -> Option<String> {
                Some(self.to_string())
            }
        }
    )* };
}

texts!(String, Box<str>, std::sync::Arc<str>, std::borrow::Cow<'static, str>);

impl CardText for std::path::PathBuf {
    fn card_text(&self) -> Option<String> {
        self.card_path()
    }
}

impl CardPath for std::path::PathBuf {
    fn card_path(&self) -> Option<String> {
        Some(self.to_string_lossy().into_owned())
    }
}

macro_rules! numbers {
    ($($type:ty),*) => { $(
        impl CardText for $type {
            fn card_text(&self) -> Option<String> {
                Some(self.to_string())
            }
        }
        impl CardNumber for $type {
            fn card_number(&self) -> Option<i128> {
                i128::try_from(*self).ok()
            }
        }
    )* };
}

numbers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

macro_rules! maybe {
    ($($trait:ident $method:ident $gives:ty),*) => { $(
        impl<T: $trait> $trait for Option<T> {
            fn $method(&self) -> Option<$gives> {
                self.as_ref()?.$method()
            }
        }
        impl<T: $trait> $trait for Nullable<T> {
            fn $method(&self) -> Option<$gives> {
                self.as_option()?.$method()
            }
        }
    )* };
}

maybe!(CardText card_text String, CardPath card_path String, CardNumber card_number i128);

#[cfg(feature = "url")]
impl CardText for url::Url {
    fn card_text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

/// A piece of a title.
#[derive(Clone, Copy)]
pub enum Title<'a> {
    /// Text that stands as it is.
    Text(&'static str),
    /// A field.
    Field(&'a dyn CardText),
    /// What follows is left out when a field in it is absent.
    Open,
    /// The end of that.
    Close,
}

/// The text of a title.
pub fn title(pieces: &[Title<'_>]) -> String {
    let mut out = String::new();
    // Where the part that may be left out begins, and whether it is.
    let mut part: Option<(usize, bool)> = None;
    for piece in pieces {
        match piece {
            Title::Text(text) => out.push_str(text),
            Title::Field(field) => match (field.card_text(), &mut part) {
                (Some(text), _) => out.push_str(&text),
                (None, Some((_, is_left_out))) => *is_left_out = true,
                (None, None) => {}
            },
            Title::Open => part = Some((out.len(), false)),
            Title::Close => {
                if let Some((begin, true)) = part.take() {
                    out.truncate(begin);
                }
            }
        }
    }
    out
}

/// The text of one field.
pub fn text(field: &impl CardText) -> String {
    field.card_text().unwrap_or_default()
}

/// A field as what was sent.
pub fn raw_input(view: CallView, field: &impl ToolValue) -> CallView {
    let mut out = Encoder::compact();
    field.encode(&mut out);
    match crate::json::parse(&out.finish()) {
        Ok(tree) => view.raw_input(tree),
        Err(_) => view,
    }
}

/// A text beside what was sent.
pub fn call_content(view: CallView, text: String) -> CallView {
    if text.is_empty() { view } else { view.content(text) }
}

/// A file that is touched, if there is one.
pub fn location(view: CallView, path: &impl CardPath, line: Option<u64>) -> CallView {
    match path.card_path() {
        Some(path) => view.location(path, line),
        None => view,
    }
}

/// The line of a location; lines are counted from 1.
pub fn line(field: &impl CardNumber) -> Option<u64> {
    field.card_number().and_then(|line| u64::try_from(line).ok()).filter(|line| *line > 0)
}

/// What a command is for.
pub fn description(view: CallView, text: String) -> CallView {
    if text.is_empty() { view } else { view.description(text) }
}

/// Where a command runs.
pub fn cwd(view: CallView, path: &impl CardPath) -> CallView {
    match path.card_path() {
        Some(path) => view.cwd(path),
        None => view,
    }
}

/// A change. An empty old text is none: something is put in.
pub fn change(view: CallView, path: &impl CardPath, old: Option<String>, new: &impl CardText) -> CallView {
    let old = old.filter(|old| !old.is_empty());
    match path.card_path() {
        Some(path) => view.change(path, old.as_deref(), text(new)),
        None => view,
    }
}

/// A command of which nothing is known yet.
pub fn terminal() -> ResultView {
    ResultView::Terminal(super::TerminalResult::default())
}

/// What a command wrote.
pub fn output(view: ResultView, field: &impl CardText) -> ResultView {
    match (view, field.card_text()) {
        (ResultView::Terminal(mut view), output) => {
            view.output = output;
            ResultView::Terminal(view)
        }
        (view, _) => view,
    }
}

/// How a command ended by itself. A signal says more.
pub fn exit_code(view: ResultView, field: &impl CardNumber) -> ResultView {
    let code = field.card_number().and_then(|code| i32::try_from(code).ok());
    match (&view, code) {
        (ResultView::Terminal(terminal), Some(code)) if terminal.ended.is_none() => view.exit_code(code),
        _ => view,
    }
}

/// Which signal ended a command, if one did.
pub fn signal(view: ResultView, field: &impl CardText) -> ResultView {
    match (view, field.card_text()) {
        (ResultView::Terminal(mut view), Some(signal)) => {
            view.ended = Some(Ended::Signal(signal));
            ResultView::Terminal(view)
        }
        (view, _) => view,
    }
}

/// Changes that were made.
pub fn diffs(diffs: &[FileDiff]) -> ResultView {
    ResultView::diff(diffs.iter().cloned())
}

/// Lines that were found.
pub fn matches(files: &[FileMatches], total: &impl CardNumber) -> ResultView {
    ResultView::matches(files.iter().cloned(), natural(total))
}

/// Paths that were found.
pub fn paths<P: CardPath>(paths: &[P], total: &impl CardNumber) -> ResultView {
    ResultView::paths(paths.iter().filter_map(CardPath::card_path), natural(total))
}

/// Lines of a file.
pub fn read(
    path: &impl CardText,
    offset: &impl CardNumber,
    lines: &[ReadLine],
    total_lines: &impl CardNumber,
) -> ResultView {
    ResultView::read(text(path), natural(offset), lines.iter().cloned(), natural(total_lines))
}

/// Pages that were found.
pub fn sources(sources: &[Source]) -> ResultView {
    ResultView::sources(sources.iter().cloned())
}

/// A page that was fetched.
pub fn fetched(url: &impl CardText, status_code: &impl CardNumber) -> ResultView {
    ResultView::fetched(text(url), u16::try_from(natural(status_code)).unwrap_or_default())
}

/// Whether there is more than is shown.
pub fn truncated(view: ResultView, field: &bool) -> ResultView {
    view.truncated(*field)
}

/// A text that is left out when it is empty.
pub fn lang(view: ResultView, text: String) -> ResultView {
    if text.is_empty() { view } else { view.lang(text) }
}

/// A text that is left out when it is empty.
pub fn answer(view: ResultView, text: String) -> ResultView {
    if text.is_empty() { view } else { view.answer(text) }
}

fn natural(field: &impl CardNumber) -> u64 {
    field.card_number().and_then(|number| u64::try_from(number).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Title, title};

    #[test]
    fn a_part_with_an_absent_field_is_left_out() {
        let shown = |path: Option<String>| {
            let pattern = "x".to_owned();
            title(&[
                Title::Text("Glob "),
                Title::Field(&pattern),
                Title::Open,
                Title::Text(" in "),
                Title::Field(&path),
                Title::Close,
                Title::Text("!"),
            ])
        };
        assert_eq!(shown(Some("src".to_owned())), "Glob x in src!");
        assert_eq!(shown(None), "Glob x!");
    }
}
