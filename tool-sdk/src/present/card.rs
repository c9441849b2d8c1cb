//! [`Card`]: all that is shown of one call.

use super::wire::Members;
use super::{CallView, Finished, Presenters, ResultView};

/// How far a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardState {
    /// It has no result yet.
    Pending,
    /// It has a value.
    Done,
    /// It failed.
    Failed,
}

impl CardState {
    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    fn of(result: &Finished<'_>) -> Self {
        if result.is_error() { Self::Failed } else { Self::Done }
    }
}

/// All that is shown of one call: the pending view, the one that replaces it, and an entry for each call that a program made
/// inside (contract U9).
///
/// As JSON, with absent keys left out:
/// `{"callId":"c1","name":"read","state":"failed","call":{…},"result":{…},"error":{"code":"NOT_FOUND"},"durationMs":3,"entries":[…]}`
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Card {
    /// The id that the model gave to the call.
    pub call_id: String,
    /// The tool.
    pub name: String,
    /// How far the call is.
    pub state: CardState,
    /// What is shown while it runs.
    pub call: CallView,
    /// What is shown once it has ended.
    pub result: Option<ResultView>,
    /// The code of a failure.
    pub code: Option<String>,
    /// From call to result.
    pub duration_ms: Option<u64>,
    /// The calls that a program made.
    pub entries: Vec<Entry>,
}

/// One call that a program made: a line in the card of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The title of the card that it would have had.
    pub title: String,
    /// How far it is.
    pub state: CardState,
    /// From start to end.
    pub duration_ms: Option<u64>,
}

impl Card {
    /// The card of a call that has no result yet.
    pub fn pending(presenters: &Presenters, call_id: impl Into<String>, name: &str, arguments: &str) -> Self {
        Self {
            call_id: call_id.into(),
            name: name.to_owned(),
            state: CardState::Pending,
            call: presenters.call(name, arguments),
            result: None,
            code: None,
            duration_ms: None,
            entries: Vec::new(),
        }
    }

    /// The same call with its result.
    #[must_use]
    pub fn finished(mut self, presenters: &Presenters, arguments: &str, result: &Finished<'_>) -> Self {
        self.state = CardState::of(result);
        self.code = result.code().map(str::to_owned);
        self.result = Some(presenters.result(&self.name, arguments, result));
        // What a program started and nobody ended has ended with it.
        for entry in self.entries.iter_mut().filter(|entry| entry.state == CardState::Pending) {
            entry.state = CardState::Failed;
        }
        self
    }

    /// How long the call took.
    #[must_use]
    pub fn took(mut self, duration_ms: impl Into<Option<u64>>) -> Self {
        self.duration_ms = duration_ms.into();
        self
    }

    /// The title: that of the result, or that of the pending view.
    pub fn title(&self) -> &str {
        self.result.as_ref().and_then(ResultView::new_title).unwrap_or_else(|| self.call.title())
    }

    /// The card as compact JSON.
    pub fn to_text(&self) -> String {
        Members::to_text(|put| {
            put.text("callId", &self.call_id);
            put.text("name", &self.name);
            put.text("state", self.state.as_str());
            put.put("call", |out| self.call.encode(out));
            if let Some(result) = &self.result {
                put.put("result", |out| result.encode(out));
            }
            if let Some(code) = &self.code {
                put.put("error", |out| Members::object(out, |put| put.text("code", code)));
            }
            put.number_if("durationMs", self.duration_ms);
            if !self.entries.is_empty() {
                put.put("entries", |out| {
                    out.array(&self.entries, |entry, out| Members::object(out, |put| entry.write(put)));
                });
            }
        })
    }
}

impl Entry {
    /// A call that has not ended.
    pub fn pending(title: impl Into<String>) -> Self {
        Self { title: title.into(), state: CardState::Pending, duration_ms: None }
    }

    fn write(&self, put: &mut Members<'_>) {
        put.text("title", &self.title);
        put.text("state", self.state.as_str());
        put.number_if("durationMs", self.duration_ms);
    }
}
