//! [`Cards`]: events into cards, live and on replay alike.

use std::collections::{BTreeMap, HashMap};

use super::event::{CallEvent, DispatchStartEvent, Event, ResultEvent};
use super::open::interrupted;
use crate::present::{Card, CardState, Entry, Finished, Presenters};

/// Makes cards of events as they come. A host that shows a running session and one that replays a log use the same, so their
/// cards are equal (contract L3).
///
/// It keeps the pending view of each call until the result, and nothing of a call that has ended.
#[derive(Debug)]
pub struct Cards<'p> {
    presenters: &'p Presenters,
    open: BTreeMap<u64, Open>,
    by_id: HashMap<Box<str>, u64>,
    /// Which entry of which open card a program's call is.
    subs: HashMap<Box<str>, (u64, usize, u64)>,
    next: u64,
}

/// A call without a result.
#[derive(Debug)]
struct Open {
    card: Card,
    arguments: Box<str>,
    time: u64,
    started: bool,
}

impl<'p> Cards<'p> {
    /// No card yet.
    pub fn new(presenters: &'p Presenters) -> Self {
        Self { presenters, open: BTreeMap::new(), by_id: HashMap::new(), subs: HashMap::new(), next: 0 }
    }

    /// Takes an event that happened at `time`; the card that it makes or changes. Events that change no card make none.
    pub fn see(&mut self, time: u64, event: &Event<'_>) -> Option<&Card> {
        let at = match event {
            Event::Call(event) => self.begin(time, event),
            Event::DispatchStart(event) => self.enter(time, event)?,
            Event::Dispatch(event) => {
                let (at, entry, since) = self.subs.remove(&*event.sub_call_id)?;
                let entry = self.open.get_mut(&at)?.card.entries.get_mut(entry)?;
                entry.state = if event.is_error { CardState::Failed } else { CardState::Done };
                entry.duration_ms = Some(time.saturating_sub(since));
                at
            }
            Event::Start { call_id } => {
                self.open.get_mut(self.by_id.get(&**call_id)?)?.started = true;
                return None;
            }
            Event::Result(_) | Event::Context { .. } | Event::Job(_) | Event::Foreign { .. } => return None,
        };
        self.open.get(&at).map(|open| &open.card)
    }

    /// Takes a result; the finished card.
    pub fn finish(&mut self, time: u64, event: &ResultEvent<'_>) -> Option<Card> {
        let open = self.by_id.remove(&*event.call_id).and_then(|at| self.open.remove(&at))?;
        let finished = if event.is_error {
            Finished::failed(&event.content, event.code.as_deref())
        } else {
            Finished::ok(&event.content)
        };
        let took = time.saturating_sub(open.time);
        self.forget_subs();
        Some(open.finished(self.presenters, &finished.meta(event.meta.as_deref())).took(took))
    }

    /// The next card, in the order of the calls, of a call that will get no result: it was never started, or nobody knows.
    pub fn unanswered(&mut self) -> Option<Card> {
        let (_, open) = self.open.pop_first()?;
        let (code, text) = interrupted(open.started);
        let content = text.into();
        Some(open.finished(self.presenters, &Finished::failed(&content, Some(code))))
    }

    /// The next card, in the order of the calls, of a call that may still get a result.
    pub(super) fn take_pending(&mut self) -> Option<Card> {
        self.open.pop_first().map(|(_, open)| open.card)
    }

    /// The cards of the calls that have no result yet, in the order of the calls.
    pub fn pending(&self) -> impl Iterator<Item = &Card> {
        self.open.values().map(|open| &open.card)
    }

    fn begin(&mut self, time: u64, event: &CallEvent<'_>) -> u64 {
        let card = Card::pending(self.presenters, &*event.call_id, &event.name, &event.arguments);
        let at = self.next;
        self.next += 1;
        self.by_id.insert((*event.call_id).into(), at);
        self.open.insert(at, Open { card, arguments: (*event.arguments).into(), time, started: false });
        at
    }

    fn enter(&mut self, time: u64, event: &DispatchStartEvent<'_>) -> Option<u64> {
        let at = *self.by_id.get(&*event.root_call_id)?;
        let entries = &mut self.open.get_mut(&at)?.card.entries;
        entries.push(Entry::pending(self.presenters.call(&event.name, &event.arguments).title()));
        self.subs.insert((*event.sub_call_id).into(), (at, entries.len() - 1, time));
        Some(at)
    }

    /// Forgets the calls of programs whose own call has ended, which a sound log has none of.
    fn forget_subs(&mut self) {
        if !self.subs.is_empty() {
            self.subs.retain(|_, (at, _, _)| self.open.contains_key(at));
        }
    }
}

impl Open {
    fn finished(self, presenters: &Presenters, result: &Finished<'_>) -> Card {
        self.card.finished(presenters, &self.arguments, result)
    }
}
