//! Which calls have no result yet, and the results that a crash owes them (contract L2).

use std::collections::BTreeMap;
use std::collections::HashMap;

use super::event::{DispatchStartEvent, Event};
use crate::error::ErrorCode;

/// The calls that were made and not answered, as far as the events go that were seen.
#[derive(Debug, Default)]
pub(super) struct OpenCalls {
    /// By the place of the event that made the call, so that they are answered in that order.
    calls: BTreeMap<u64, Open>,
    /// The latest call of an id. A model may use an id again once it was answered.
    by_id: HashMap<Box<str>, u64>,
}

#[derive(Debug)]
enum Open {
    Call { call_id: Box<str>, started: bool },
    Sub(DispatchStartEvent<'static>),
}

impl OpenCalls {
    /// Takes note of one event.
    pub(super) fn see(&mut self, place: u64, event: &Event<'_>) {
        match event {
            Event::Call(event) => {
                self.open(&event.call_id, place, Open::Call { call_id: (*event.call_id).into(), started: false });
            }
            Event::Start { call_id } => {
                if let Some(Open::Call { started, .. }) = self.find(call_id) {
                    *started = true;
                }
            }
            Event::Result(event) => self.close(&event.call_id),
            Event::DispatchStart(event) => self.open(&event.sub_call_id, place, Open::Sub(owned(event))),
            Event::Dispatch(event) => self.close(&event.sub_call_id),
            Event::Context { .. } | Event::Job(_) | Event::Foreign { .. } => {}
        }
    }

    fn open(&mut self, id: &str, place: u64, open: Open) {
        self.by_id.insert(id.into(), place);
        self.calls.insert(place, open);
    }

    fn find(&mut self, id: &str) -> Option<&mut Open> {
        self.calls.get_mut(self.by_id.get(id)?)
    }

    fn close(&mut self, id: &str) {
        if let Some(place) = self.by_id.remove(id) {
            self.calls.remove(&place);
        }
    }

    /// The answers that are owed: inner calls first, because they are part of the ones around them.
    pub(super) fn answers(&self) -> impl Iterator<Item = Event<'_>> {
        let subs = self.calls.values().filter(|open| matches!(open, Open::Sub(_)));
        let calls = self.calls.values().filter(|open| matches!(open, Open::Call { .. }));
        subs.chain(calls).map(Open::answer)
    }
}

impl Open {
    fn answer(&self) -> Event<'_> {
        match self {
            Self::Call { call_id, started } => {
                let (code, text) = interrupted(*started);
                Event::failed(&**call_id, code, text)
            }
            Self::Sub(event) => Event::Dispatch(event.ended(true, interrupted(true).1)),
        }
    }
}

/// The code of a call that nobody answered, and what a model reads of it.
pub(super) fn interrupted(started: bool) -> (&'static str, String) {
    let (code, name, advice) = if started {
        (ErrorCode::TOOL_OUTCOME_UNKNOWN, "TOOL_OUTCOME_UNKNOWN", "check what it did before you send it again")
    } else {
        (ErrorCode::TOOL_NOT_STARTED, "TOOL_NOT_STARTED", "it is safe to send it again")
    };
    (name, format!("Error: {}; {advice}", code.default_text()))
}

fn owned(event: &DispatchStartEvent<'_>) -> DispatchStartEvent<'static> {
    DispatchStartEvent {
        root_call_id: event.root_call_id.clone().into_owned().into(),
        parent_call_id: event.parent_call_id.clone().into_owned().into(),
        sub_call_id: event.sub_call_id.clone().into_owned().into(),
        name: event.name.clone().into_owned().into(),
        // The answer does not repeat them.
        arguments: "".into(),
    }
}
