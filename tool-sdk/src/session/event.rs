//! What a line of the log tells.

use std::borrow::Cow;

use super::error::LogError;
use super::reader::MAX_LINE;
use crate::content::Content;
use crate::json::{Direction, Reader};
use crate::outcome::Outcome;
use crate::present::Members;
use crate::schema::{Ignored, Repair};

mod read;

pub(super) use read::line as read_line;

/// One thing that happened. Texts are borrowed: from whoever logs them, or from the line that was read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A model asked for a call.
    Call(CallEvent<'a>),
    /// The body is about to be entered: from here on effects are possible.
    Start {
        /// The call.
        call_id: Cow<'a, str>,
    },
    /// The call has ended.
    Result(ResultEvent<'a>),
    /// A program called a tool.
    DispatchStart(DispatchStartEvent<'a>),
    /// The call of a program has ended.
    Dispatch(DispatchEvent<'a>),
    /// Something was added to what the model will read.
    Context {
        /// Who added it, as JSON: `{"kind":"plugin","plugin":"…"}`.
        source: Cow<'a, str>,
        /// What.
        content: Cow<'a, Content>,
    },
    /// A background job began, changed or ended.
    Job(JobEvent<'a>),
    /// A line of a type that this version does not know, or that lacks what its type needs.
    Foreign {
        /// The type that it states.
        kind: Cow<'a, str>,
    },
}

/// A model asked for a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallEvent<'a> {
    /// The id that the model gave.
    pub call_id: Cow<'a, str>,
    /// The turn of the session.
    pub turn: Option<u64>,
    /// The tool.
    pub name: Cow<'a, str>,
    /// The text of the arguments as the model wrote it, broken or not.
    pub arguments: Cow<'a, str>,
    /// The agent that the model speaks for.
    pub agent: Option<Cow<'a, str>>,
}

/// A call has ended.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResultEvent<'a> {
    /// The call.
    pub call_id: Cow<'a, str>,
    /// Whether it failed.
    pub is_error: bool,
    /// What the model read.
    pub content: Cow<'a, Content>,
    /// The code of a failure.
    pub code: Option<Cow<'a, str>>,
    /// What the card needs, as JSON.
    pub meta: Option<Cow<'a, str>>,
    /// What was mended of the arguments, as JSON.
    pub repairs: Option<Cow<'a, str>>,
    /// Arguments that no parameter has the name of, as JSON.
    pub ignored: Option<Cow<'a, str>>,
}

/// A program called a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DispatchStartEvent<'a> {
    /// The call of the model that it all happens in.
    pub root_call_id: Cow<'a, str>,
    /// The call that made this one.
    pub parent_call_id: Cow<'a, str>,
    /// This call.
    pub sub_call_id: Cow<'a, str>,
    /// The tool.
    pub name: Cow<'a, str>,
    /// The text of the arguments.
    pub arguments: Cow<'a, str>,
}

/// The call of a program has ended.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DispatchEvent<'a> {
    /// The call of the model that it all happened in.
    pub root_call_id: Cow<'a, str>,
    /// The call that made this one.
    pub parent_call_id: Cow<'a, str>,
    /// This call.
    pub sub_call_id: Cow<'a, str>,
    /// The tool.
    pub name: Cow<'a, str>,
    /// Whether it failed.
    pub is_error: bool,
    /// What a model would have read.
    pub content: Cow<'a, Content>,
}

/// A background job began, changed or ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JobEvent<'a> {
    /// The job.
    pub job_id: Cow<'a, str>,
    /// What sort of job.
    pub kind: Cow<'a, str>,
    /// What it does, in one line.
    pub label: Cow<'a, str>,
    /// How far it is.
    pub status: Cow<'a, str>,
    /// What the status alone does not tell.
    pub detail: Option<Cow<'a, str>>,
}

impl<'a> Event<'a> {
    /// A model asked for a call, with this text of arguments.
    pub fn call(
        call_id: impl Into<Cow<'a, str>>,
        name: impl Into<Cow<'a, str>>,
        arguments: impl Into<Cow<'a, str>>,
    ) -> Self {
        let (call_id, name, arguments) = (call_id.into(), name.into(), arguments.into());
        Self::Call(CallEvent { call_id, turn: None, name, arguments, agent: None })
    }

    /// The same call, made for this agent in this turn.
    #[must_use]
    pub fn by(mut self, agent: impl Into<Cow<'a, str>>, turn: impl Into<Option<u64>>) -> Self {
        if let Self::Call(event) = &mut self {
            event.agent = Some(agent.into());
        }
        self.in_turn(turn)
    }

    /// The same call, made in this turn of the session.
    #[must_use]
    pub fn in_turn(mut self, turn: impl Into<Option<u64>>) -> Self {
        if let Self::Call(event) = &mut self {
            event.turn = turn.into();
        }
        self
    }

    /// The body of a call is about to be entered.
    pub fn start(call_id: impl Into<Cow<'a, str>>) -> Self {
        Self::Start { call_id: call_id.into() }
    }

    /// A call has a value.
    pub fn succeeded(call_id: impl Into<Cow<'a, str>>, content: impl Into<Content>) -> Self {
        Self::Result(ResultEvent::new(call_id.into(), Cow::Owned(content.into()), false))
    }

    /// A call failed.
    pub fn failed(
        call_id: impl Into<Cow<'a, str>>,
        code: impl Into<Cow<'a, str>>,
        content: impl Into<Content>,
    ) -> Self {
        let event = ResultEvent::new(call_id.into(), Cow::Owned(content.into()), true);
        Self::Result(ResultEvent { code: Some(code.into()), ..event })
    }

    /// A call has ended like this. The value stays out of the log (contract L1).
    pub fn result(outcome: &'a Outcome) -> Self {
        let call_id = Cow::Borrowed(outcome.call_id().as_str());
        let notes = |list: Vec<serde_json::Value>| {
            (!list.is_empty()).then(|| Cow::Owned(crate::json::to_text(&serde_json::Value::Array(list))))
        };
        let event = ResultEvent::new(call_id, Cow::Borrowed(outcome.content()), !outcome.is_ok());
        Self::Result(ResultEvent {
            code: outcome.error().map(|failure| Cow::Borrowed(failure.code().as_str())),
            meta: outcome.meta().map(Cow::Borrowed),
            repairs: notes(outcome.repairs().iter().map(Repair::to_json).collect()),
            ignored: notes(outcome.ignored().iter().map(Ignored::to_json).collect()),
            ..event
        })
    }

    /// The same result with what its card needs, as JSON text.
    #[must_use]
    pub fn meta(mut self, meta: impl Into<Cow<'a, str>>) -> Self {
        if let Self::Result(event) = &mut self {
            event.meta = Some(meta.into());
        }
        self
    }

    /// The word that stands in the line as its `type`.
    pub fn kind(&self) -> &str {
        match self {
            Self::Foreign { kind } => kind,
            _ => self.known_kind(),
        }
    }

    fn known_kind(&self) -> &'static str {
        match self {
            Self::Call(_) => "tool/call",
            Self::Start { .. } => "tool/start",
            Self::Result(_) => "tool/result",
            Self::DispatchStart(_) => "tool/code-dispatch-start",
            Self::Dispatch(_) => "tool/code-dispatch",
            Self::Context { .. } => "context",
            Self::Job(_) => "job",
            Self::Foreign { .. } => "foreign",
        }
    }

    /// The members of the line from its type on, without the opening brace.
    pub(super) fn to_members(&self) -> Result<String, LogError> {
        self.parts_are_json()?;
        let text = Members::to_text(|put| {
            put.text("type", self.kind());
            self.write(put);
        });
        // The number and the time that stand before it take less than this.
        if text.len() as u64 + 100 > MAX_LINE {
            return Err(LogError::TooLong { event: self.known_kind() });
        }
        Ok(text)
    }

    /// What is written as it is has to be JSON, or the line would be none.
    fn parts_are_json(&self) -> Result<(), LogError> {
        let parts = match self {
            Self::Result(event) => [("meta", &event.meta), ("repairs", &event.repairs), ("ignored", &event.ignored)]
                .map(|(name, part)| (name, part.as_deref())),
            Self::Context { source, .. } => [("source", Some(&**source)), ("", None), ("", None)],
            _ => return Ok(()),
        };
        for (part, text) in parts {
            if text.is_some_and(|text| !is_one_line_of_json(text)) {
                return Err(LogError::NotJson { event: self.known_kind(), part });
            }
        }
        Ok(())
    }

    fn write(&self, put: &mut Members<'_>) {
        match self {
            Self::Call(event) => {
                put.text("callId", &event.call_id);
                put.number_if("turn", event.turn);
                put.text("name", &event.name);
                put.text("arguments", &event.arguments);
                put.text_if("agent", event.agent.as_deref());
            }
            Self::Start { call_id } => put.text("callId", call_id),
            Self::Result(event) => event.write(put),
            Self::DispatchStart(event) => {
                put.text("rootCallId", &event.root_call_id);
                put.text("parentCallId", &event.parent_call_id);
                put.text("subCallId", &event.sub_call_id);
                put.text("name", &event.name);
                put.text("arguments", &event.arguments);
            }
            Self::Dispatch(event) => {
                put.text("rootCallId", &event.root_call_id);
                put.text("parentCallId", &event.parent_call_id);
                put.text("subCallId", &event.sub_call_id);
                put.text("name", &event.name);
                put.boolean("isError", event.is_error);
                put.content("content", &event.content);
            }
            Self::Context { source, content } => {
                put.put("source", |out| out.raw(source));
                put.content("content", content);
            }
            Self::Job(event) => {
                put.text("jobId", &event.job_id);
                put.text("kind", &event.kind);
                put.text("label", &event.label);
                put.text("status", &event.status);
                put.text_if("detail", event.detail.as_deref());
            }
            Self::Foreign { .. } => {}
        }
    }
}

impl<'a> ResultEvent<'a> {
    fn new(call_id: Cow<'a, str>, content: Cow<'a, Content>, is_error: bool) -> Self {
        Self { call_id, is_error, content, code: None, meta: None, repairs: None, ignored: None }
    }

    fn write(&self, put: &mut Members<'_>) {
        put.text("callId", &self.call_id);
        put.boolean("isError", self.is_error);
        put.content("content", &self.content);
        if let Some(code) = &self.code {
            put.put("error", |out| Members::object(out, |put| put.text("code", code)));
        }
        for (key, part) in [("meta", &self.meta), ("repairs", &self.repairs), ("ignored", &self.ignored)] {
            if let Some(text) = part {
                put.put(key, |out| out.raw(text));
            }
        }
    }
}

impl<'a> DispatchStartEvent<'a> {
    /// A program, itself the call `parent` inside the model's call `root`, called a tool.
    pub fn new(
        (root, parent, sub): (&'a str, &'a str, &'a str),
        name: impl Into<Cow<'a, str>>,
        arguments: impl Into<Cow<'a, str>>,
    ) -> Self {
        let (root_call_id, parent_call_id, sub_call_id) = (root.into(), parent.into(), sub.into());
        Self { root_call_id, parent_call_id, sub_call_id, name: name.into(), arguments: arguments.into() }
    }

    /// The same call with its end.
    pub fn ended(&self, is_error: bool, content: impl Into<Content>) -> DispatchEvent<'a> {
        DispatchEvent {
            root_call_id: self.root_call_id.clone(),
            parent_call_id: self.parent_call_id.clone(),
            sub_call_id: self.sub_call_id.clone(),
            name: self.name.clone(),
            is_error,
            content: Cow::Owned(content.into()),
        }
    }
}

impl<'a> JobEvent<'a> {
    /// A job with its status.
    pub fn new(job_id: &'a str, kind: &'a str, label: &'a str, status: &'a str) -> Self {
        Self { job_id: job_id.into(), kind: kind.into(), label: label.into(), status: status.into(), detail: None }
    }

    /// What the status alone does not tell.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<Cow<'a, str>>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

fn is_one_line_of_json(text: &str) -> bool {
    let mut reader = Reader::new(text, Direction::Input);
    reader.skip().is_ok() && reader.end().is_ok() && !text.contains('\n')
}
