//! What of a card is shown, in which order.

use serde_json::Value;
use tool_sdk::present::{
    CallView, Card, CardState, Ended, Entry, FileDiff, Found, GenericResult, LineMatch, Location, ReadLine, ReadResult,
    ResultView, SearchResult, Source, TerminalResult, WebResult, WebShown,
};
use tool_sdk::{Block, Content};

use super::amount::{count, duration, grouped};
use super::diff::{self, Row};

/// A card taken apart. Texts are as the tool gave them: who draws them makes them harmless.
pub(super) struct Sheet {
    pub(super) title: String,
    /// Short facts beside the title: the tool, how it ended, how long it took.
    pub(super) facts: Vec<String>,
    pub(super) state: CardState,
    pub(super) mark: Mark,
    pub(super) parts: Vec<Part>,
}

/// What is seen at a glance. A command that ran and failed is a value, and yet nobody should have to read on to learn of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Running,
    Good,
    Bad,
}

impl From<CardState> for Mark {
    fn from(state: CardState) -> Self {
        match state {
            CardState::Pending => Self::Running,
            CardState::Done => Self::Good,
            CardState::Failed => Self::Bad,
        }
    }
}

impl Mark {
    pub(super) fn glyph(self) -> &'static str {
        match self {
            Self::Running => "…",
            Self::Good => "✓",
            Self::Bad => "✗",
        }
    }
}

/// One part of a card.
pub(super) enum Part {
    /// A remark in our words or the tool's.
    Note(String),
    /// A command that runs or ran, and where.
    Command { command: String, cwd: Option<String> },
    /// What was sent.
    Input(String),
    /// What the model reads or a tool says.
    Text(String),
    /// What a command wrote.
    Output(String),
    /// A picture: media type and base64.
    Image { mime_type: String, data: String },
    /// A changed file, with how many lines came and went.
    Diff { path: String, new_file: bool, rows: Vec<Row>, added: u64, removed: u64 },
    /// A file and the lines in which something was found.
    Matches { path: String, matches: Vec<LineMatch> },
    /// Paths that were found.
    Paths(Vec<String>),
    /// Lines of a file.
    Lines(Vec<ReadLine>),
    /// Pages that were found.
    Sources(Vec<Source>),
    /// Where a page came from.
    Link(String),
    /// Files that are touched.
    Places(Vec<Location>),
    /// Calls that a program made.
    Entries(Vec<Entry>),
}

impl Sheet {
    pub(super) fn of(card: &Card) -> Self {
        let mut sheet = Self {
            title: card.title().to_owned(),
            facts: Vec::new(),
            state: card.state,
            mark: card.state.into(),
            parts: Vec::new(),
        };
        match &card.result {
            None => sheet.pending(&card.call),
            Some(result) => sheet.ended(&card.call, result, card.state),
        }
        if !card.entries.is_empty() {
            sheet.parts.push(Part::Entries(card.entries.clone()));
        }
        sheet.name(card);
        sheet
    }

    /// The facts that every card has stand around those of its own: tool, own facts, code, duration.
    fn name(&mut self, card: &Card) {
        if self.title != card.name {
            self.facts.insert(0, card.name.clone());
        }
        self.facts.extend(card.code.clone());
        if card.state == CardState::Pending {
            self.facts.push("running".to_owned());
        }
        self.facts.extend(card.duration_ms.map(duration));
    }

    fn pending(&mut self, call: &CallView) {
        match call {
            CallView::Generic(view) => {
                self.parts.extend(view.raw_input.as_ref().map(input));
                self.parts.extend(view.content.iter().flat_map(blocks));
                self.places(&view.locations, &view.title);
            }
            CallView::Terminal(view) => {
                self.command(&view.title, view.description.as_deref(), view.cwd.clone());
            }
            CallView::Diff(view) => {
                self.diffs(&view.diffs);
                self.places(&view.locations, &view.title);
            }
            _ => {}
        }
    }

    /// The result replaces the pending view. What was sent is shown again where the result is text alone, and a command above
    /// what it wrote.
    fn ended(&mut self, call: &CallView, result: &ResultView, state: CardState) {
        match result {
            ResultView::Generic(view) => self.generic(call, view, state),
            ResultView::Terminal(view) => self.terminal(call, view),
            ResultView::Diff(view) => self.diffs(&view.diffs),
            ResultView::Search(view) => self.search(view),
            ResultView::Read(view) => self.read(view),
            ResultView::Web(view) => self.web(view),
            _ => {}
        }
    }

    fn generic(&mut self, call: &CallView, view: &GenericResult, state: CardState) {
        match call {
            CallView::Generic(call) => self.parts.extend(call.raw_input.as_ref().map(input)),
            CallView::Terminal(call) => self.command(&call.title, call.description.as_deref(), call.cwd.clone()),
            // The change that was asked for is not the one that was made; a failure says why there is none.
            _ => {}
        }
        self.parts.extend(view.content.iter().flat_map(blocks));
        if view.content.as_ref().is_none_or(|content| content.blocks().is_empty()) && state == CardState::Done {
            self.parts.push(Part::Note("no content".to_owned()));
        }
    }

    fn terminal(&mut self, call: &CallView, view: &TerminalResult) {
        let (description, cwd) = match call {
            CallView::Terminal(call) => (call.description.as_deref(), call.cwd.clone()),
            _ => (None, None),
        };
        let command = view.title.as_deref().unwrap_or(call.title()).to_owned();
        self.command(&command, description, cwd);
        match view.output.as_deref() {
            None | Some("") => self.parts.push(Part::Note("no output".to_owned())),
            Some(output) => self.parts.push(Part::Output(output.to_owned())),
        }
        match &view.ended {
            Some(Ended::ExitCode(0)) | None => {}
            Some(Ended::ExitCode(code)) => self.bad(format!("exit code {code}")),
            Some(Ended::Signal(signal)) => self.bad(format!("killed by {signal}")),
        }
    }

    fn bad(&mut self, fact: String) {
        self.mark = Mark::Bad;
        self.facts.push(fact);
    }

    /// The command is the title of its card; what it is for says more, where it is known.
    fn command(&mut self, command: &str, description: Option<&str>, cwd: Option<String>) {
        if let Some(description) = description {
            description.clone_into(&mut self.title);
        }
        self.parts.push(Part::Command { command: command.to_owned(), cwd });
    }

    fn diffs(&mut self, diffs: &[FileDiff]) {
        for change in diffs {
            let rows = diff::rows(change);
            let (added, removed) = diff::counts(&rows);
            self.parts.push(Part::Diff {
                path: change.path.clone(),
                new_file: change.old().is_none(),
                rows,
                added,
                removed,
            });
        }
    }

    fn search(&mut self, view: &SearchResult) {
        let (shown, one, many) = match &view.found {
            Found::Matches(files) => {
                for file in files {
                    self.parts.push(Part::Matches { path: file.path.clone(), matches: file.matches.clone() });
                }
                (files.iter().map(|file| file.matches.len()).sum(), "match", "matches")
            }
            Found::Paths(paths) => {
                if !paths.is_empty() {
                    self.parts.push(Part::Paths(paths.clone()));
                }
                (paths.len(), "path", "paths")
            }
            _ => (0, "result", "results"),
        };
        let (shown, total) = (shown as u64, view.total);
        if total == 0 {
            self.parts.push(Part::Note(format!("no {many}")));
        } else if view.truncated || shown < total {
            self.parts.push(Part::Note(format!("{} of {}", grouped(shown), count(total, one, many))));
        } else {
            self.facts.push(count(total, one, many));
        }
    }

    fn read(&mut self, view: &ReadResult) {
        if view.lines.is_empty() {
            let note = if view.total_lines == 0 { "an empty file" } else { "no lines" };
            self.parts.push(Part::Note(note.to_owned()));
        } else {
            self.parts.push(Part::Lines(view.lines.clone()));
        }
        let (shown, total) = (view.lines.len() as u64, view.total_lines);
        if shown < total {
            self.parts.push(Part::Note(format!("{} of {}", grouped(shown), count(total, "line", "lines"))));
        } else {
            self.facts.push(count(total, "line", "lines"));
        }
        self.parts.extend(view.content.iter().flat_map(blocks));
    }

    fn web(&mut self, view: &WebResult) {
        match &view.shown {
            WebShown::Search { sources, answer } => {
                self.parts.extend(answer.clone().map(Part::Text));
                if sources.is_empty() {
                    self.parts.push(Part::Note("no sources".to_owned()));
                } else {
                    self.parts.push(Part::Sources(sources.clone()));
                }
            }
            WebShown::Fetch { url, status_code } => {
                match status_code {
                    0..400 => self.facts.push(format!("status {status_code}")),
                    _ => self.bad(format!("status {status_code}")),
                }
                self.parts.push(Part::Link(url.clone()));
            }
            _ => {}
        }
        if view.truncated {
            self.parts.push(Part::Note("cut short".to_owned()));
        }
    }

    /// A place that the title names already is not named again.
    fn places(&mut self, locations: &[Location], title: &str) {
        let new: Vec<Location> = locations.iter().filter(|place| !title.contains(&place.path)).cloned().collect();
        if !new.is_empty() {
            self.parts.push(Part::Places(new));
        }
    }
}

/// A text as it is, anything else as indented JSON.
fn input(raw_input: &Value) -> Part {
    Part::Input(match raw_input {
        Value::String(text) => text.clone(),
        other => tool_sdk::json::to_pretty(other),
    })
}

fn blocks(content: &Content) -> Vec<Part> {
    let part = |block: &Block| match block {
        Block::Image(image) => Part::Image { mime_type: image.mime_type().to_owned(), data: image.data().to_owned() },
        Block::Text(text) => Part::Text(text.clone()),
        other => Part::Text(other.to_json().to_string()),
    };
    content.blocks().iter().map(part).collect()
}
