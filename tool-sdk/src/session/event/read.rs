//! How a line is read: a known type with all that it needs, or something foreign.

use std::borrow::Cow;

use super::{CallEvent, Content, DispatchEvent, DispatchStartEvent, Event, JobEvent, ResultEvent};
use crate::json::{Direction, Fail, Peek, Reader};
use crate::present::{content, members, text_or_nothing as text};
use crate::schema::ToolValue;

/// What a line of the log is: seq, time and the rest.
pub(in crate::session) struct ReadLine<'a> {
    pub(in crate::session) seq: Option<u64>,
    pub(in crate::session) time: Option<u64>,
    pub(in crate::session) version: Option<u64>,
    pub(in crate::session) id: Option<Cow<'a, str>>,
    pub(in crate::session) started_at: Option<u64>,
    pub(in crate::session) event: Event<'a>,
}

/// Every member that a line of some type has.
#[derive(Default)]
struct Fields<'a> {
    kind: Option<Cow<'a, str>>,
    seq: Option<u64>,
    time: Option<u64>,
    version: Option<u64>,
    id: Option<Cow<'a, str>>,
    started_at: Option<u64>,
    call_id: Option<Cow<'a, str>>,
    turn: Option<u64>,
    name: Option<Cow<'a, str>>,
    arguments: Option<Cow<'a, str>>,
    agent: Option<Cow<'a, str>>,
    is_error: Option<bool>,
    content: Option<Content>,
    code: Option<Cow<'a, str>>,
    meta: Option<&'a str>,
    repairs: Option<&'a str>,
    ignored: Option<&'a str>,
    root_call_id: Option<Cow<'a, str>>,
    parent_call_id: Option<Cow<'a, str>>,
    sub_call_id: Option<Cow<'a, str>>,
    source: Option<&'a str>,
    job_id: Option<Cow<'a, str>>,
    job_kind: Option<Cow<'a, str>>,
    label: Option<Cow<'a, str>>,
    status: Option<Cow<'a, str>>,
    detail: Option<Cow<'a, str>>,
}

/// Reads a line. Nothing at all when it is no JSON object with a `type`.
pub(in crate::session) fn line(text: &str) -> Option<ReadLine<'_>> {
    let mut reader = Reader::new(text, Direction::Input);
    let mut fields = Fields::default();
    members(&mut reader, |key, reader| fields.member(key, reader)).ok()?;
    reader.end().ok()?;
    let kind = fields.kind.take()?;
    let (seq, time) = (fields.seq, fields.time);
    let (version, id, started_at) = (fields.version, fields.id.take(), fields.started_at);
    let event = fields.event(&kind).unwrap_or(Event::Foreign { kind });
    Some(ReadLine { seq, time, version, id, started_at, event })
}

impl<'a> Fields<'a> {
    fn member(&mut self, key: &str, reader: &mut Reader<'a>) -> Result<(), Fail> {
        match key {
            "type" => self.kind = text(reader)?,
            "seq" => self.seq = number(reader)?,
            "time" => self.time = number(reader)?,
            "version" => self.version = number(reader)?,
            "id" => self.id = text(reader)?,
            "startedAt" => self.started_at = number(reader)?,
            "callId" => self.call_id = text(reader)?,
            "turn" => self.turn = number(reader)?,
            "name" => self.name = text(reader)?,
            "arguments" => self.arguments = text(reader)?,
            "agent" => self.agent = text(reader)?,
            "isError" => self.is_error = boolean(reader)?,
            "content" => self.content = blocks(reader)?,
            "error" => self.code = code(reader)?,
            "meta" => self.meta = Some(reader.skip()?),
            "repairs" => self.repairs = Some(reader.skip()?),
            "ignored" => self.ignored = Some(reader.skip()?),
            "rootCallId" => self.root_call_id = text(reader)?,
            "parentCallId" => self.parent_call_id = text(reader)?,
            "subCallId" => self.sub_call_id = text(reader)?,
            "source" => self.source = Some(reader.skip()?),
            "jobId" => self.job_id = text(reader)?,
            "kind" => self.job_kind = text(reader)?,
            "label" => self.label = text(reader)?,
            "status" => self.status = text(reader)?,
            "detail" => self.detail = text(reader)?,
            _ => return reader.skip().map(|_| ()),
        }
        Ok(())
    }

    fn event(self, kind: &str) -> Option<Event<'a>> {
        Some(match kind {
            "tool/call" => Event::Call(CallEvent {
                call_id: self.call_id?,
                turn: self.turn,
                name: self.name?,
                arguments: self.arguments?,
                agent: self.agent,
            }),
            "tool/start" => Event::Start { call_id: self.call_id? },
            "tool/result" => Event::Result(ResultEvent {
                call_id: self.call_id?,
                is_error: self.is_error?,
                content: Cow::Owned(self.content?),
                code: self.code,
                meta: self.meta.map(Cow::Borrowed),
                repairs: self.repairs.map(Cow::Borrowed),
                ignored: self.ignored.map(Cow::Borrowed),
            }),
            "tool/code-dispatch-start" => Event::DispatchStart(DispatchStartEvent {
                root_call_id: self.root_call_id?,
                parent_call_id: self.parent_call_id?,
                sub_call_id: self.sub_call_id?,
                name: self.name?,
                arguments: self.arguments?,
            }),
            "tool/code-dispatch" => Event::Dispatch(DispatchEvent {
                root_call_id: self.root_call_id?,
                parent_call_id: self.parent_call_id?,
                sub_call_id: self.sub_call_id?,
                name: self.name?,
                is_error: self.is_error?,
                content: Cow::Owned(self.content?),
            }),
            "context" => Event::Context { source: self.source?.into(), content: Cow::Owned(self.content?) },
            "job" => Event::Job(JobEvent {
                job_id: self.job_id?,
                kind: self.job_kind?,
                label: self.label?,
                status: self.status?,
                detail: self.detail,
            }),
            _ => return None,
        })
    }
}

// A member of another type than ours is as good as absent: then the line is foreign, or lacks what nobody needs.

fn number(reader: &mut Reader<'_>) -> Result<Option<u64>, Fail> {
    let raw = reader.skip()?;
    Ok(u64::decode(&mut Reader::new(raw, Direction::Input)).ok())
}

fn boolean(reader: &mut Reader<'_>) -> Result<Option<bool>, Fail> {
    if reader.peek() == Peek::Boolean { reader.boolean().map(Some) } else { reader.skip().map(|_| None) }
}

fn blocks(reader: &mut Reader<'_>) -> Result<Option<Content>, Fail> {
    if reader.peek() == Peek::Array { content(reader).map(Some) } else { reader.skip().map(|_| None) }
}

fn code<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Fail> {
    if reader.peek() != Peek::Object {
        return reader.skip().map(|_| None);
    }
    let mut code = None;
    members(reader, |key, reader| match key {
        "code" => text(reader).map(|text| code = text),
        _ => reader.skip().map(|_| ()),
    })?;
    Ok(code)
}
