//! [`LiveCards`]: the cards of a scope while its calls run.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::call::CallInfo;
use crate::context::CallToken;
use crate::outcome::Outcome;
use crate::pipeline::Observer;
use crate::present::{Card, CardState, Entry, Presenters};
use crate::registry::{Registration, Scope};

impl Scope {
    /// The cards of every call of this scope and those below: of those that run, and of the last `keep` that have ended.
    ///
    /// ```
    /// use tool_sdk::prelude::*;
    /// use tool_sdk::present::CardState;
    ///
    /// /// Say it again.
    /// #[tool(call = generic(title = "Echo {text}"))]
    /// fn echo(
    ///     /// What.
    ///     text: String,
    /// ) -> String {
    ///     text
    /// }
    ///
    /// let registry = Registry::new();
    /// registry.register(Echo)?.keep();
    /// let cards = registry.live_cards(100);
    /// # tool_sdk::testing::block_on(async {
    /// registry.call(ToolCall::new("echo", r#"{"text":"hi"}"#).id("c1")).await;
    /// # });
    /// let card = cards.get("c1").unwrap();
    /// assert_eq!((card.title(), card.state), ("Echo hi", CardState::Done));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn live_cards(&self, keep: usize) -> LiveCards {
        let shared = Arc::new(Shared { keep, state: Mutex::default() });
        let observing = self.observe(Watching(Arc::clone(&shared)));
        LiveCards { shared, _observing: observing }
    }
}

/// Cards by the id of their call, from [`Scope::live_cards`]; it hears of calls until it is dropped.
///
/// A view is made when a call begins and once more when it ends, and kept: whoever draws a page again asks no presenter again.
/// Each call is shown by the definition that it runs, so that a tool that hides another one in a scope below shows its own cards.
/// But for the measured time they equal the ones that [`Replay`](super::Replay) makes of a log (contract L3); older cards than
/// those that are kept come from there.
#[derive(Debug)]
pub struct LiveCards {
    shared: Arc<Shared>,
    _observing: Registration,
}

impl LiveCards {
    /// The card of the latest call of this id.
    pub fn get(&self, call_id: &str) -> Option<Arc<Card>> {
        let state = self.shared.state();
        state.running.get(call_id).map(|call| &call.card).or_else(|| state.ended.get(call_id)).cloned()
    }

    /// The cards of the calls that run, in no order.
    pub fn pending(&self) -> Vec<Arc<Card>> {
        self.shared.state().running.values().map(|call| Arc::clone(&call.card)).collect()
    }
}

#[derive(Debug)]
struct Shared {
    keep: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: HashMap<Box<str>, Running>,
    /// The calls of programs that run: which entry of which call each is, and since when.
    subs: HashMap<CallToken, (Box<str>, usize, Instant)>,
    ended: HashMap<Box<str>, Arc<Card>>,
    /// The ids of `ended`, the oldest first.
    order: VecDeque<Box<str>>,
}

#[derive(Debug)]
struct Running {
    token: CallToken,
    card: Arc<Card>,
    began: Instant,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn enter(&mut self, call: &CallInfo, entry: Entry) {
        let root = call.root_call_id().as_str();
        let Some(running) = self.running.get_mut(root) else { return };
        let entries = &mut Arc::make_mut(&mut running.card).entries;
        entries.push(entry);
        self.subs.insert(call.token(), (root.into(), entries.len() - 1, Instant::now()));
    }

    fn leave(&mut self, call: &CallInfo, outcome: &Outcome) {
        let Some((root, at, began)) = self.subs.remove(&call.token()) else { return };
        let Some(running) = self.running.get_mut(&root) else { return };
        if let Some(entry) = Arc::make_mut(&mut running.card).entries.get_mut(at) {
            entry.state = if outcome.is_ok() { CardState::Done } else { CardState::Failed };
            entry.duration_ms = Some(milliseconds(began.elapsed()));
        }
    }

    /// Takes the card of a call that has ended; none when a later call has its id.
    fn take(&mut self, call: &CallInfo) -> Option<Running> {
        let id = call.call_id().as_str();
        let running = self.running.get(id).is_some_and(|running| running.token == call.token());
        running.then(|| self.running.remove(id)).flatten()
    }

    fn keep(&mut self, id: &str, card: Arc<Card>, most: usize) {
        if self.ended.insert(id.into(), card).is_none() {
            self.order.push_back(id.into());
        }
        while self.order.len() > most {
            if let Some(oldest) = self.order.pop_front() {
                self.ended.remove(&oldest);
            }
        }
    }
}

struct Watching(Arc<Shared>);

// Presenters are an author's code: they are asked while the lock is free.
impl Observer for Watching {
    fn on_call(&self, call: &CallInfo) {
        let (id, presenters) = (call.call_id().as_str(), presenters(call));
        if call.is_nested() {
            let title = presenters.call(call.name(), call.raw_arguments());
            return self.0.state().enter(call, Entry::pending(title.title()));
        }
        let card = Arc::new(Card::pending(&presenters, id, call.name(), call.raw_arguments()));
        self.0.state().running.insert(id.into(), Running { token: call.token(), card, began: Instant::now() });
    }

    fn on_result(&self, call: &CallInfo, outcome: &Outcome) {
        if call.is_nested() {
            return self.0.state().leave(call, outcome);
        }
        let Some(Running { card, began, .. }) = self.0.state().take(call) else { return };
        let card = Arc::unwrap_or_clone(card).finished(&presenters(call), call.raw_arguments(), &outcome.finished());
        let card = Arc::new(card.took(milliseconds(began.elapsed())));
        self.0.state().keep(call.call_id().as_str(), card, self.0.keep);
    }
}

/// The presenter of the definition that a call runs, and of nothing else.
fn presenters(call: &CallInfo) -> Presenters {
    Presenters::of_definitions(call.definition())
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
