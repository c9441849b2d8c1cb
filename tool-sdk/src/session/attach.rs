//! A log that hears every call of a scope (decision D40).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::event::{DispatchEvent, DispatchStartEvent, Event};
use super::writer::SessionLog;
use crate::call::CallInfo;
use crate::context::{CallId, CallToken};
use crate::outcome::Outcome;
use crate::pipeline::Observer;
use crate::registry::{Registration, Scope};

impl Scope {
    /// Writes every call of this scope and those below into a session log: what a model wrote, the start of the body, the result,
    /// the contexts, and the calls that a call makes. Without a log nothing is written anywhere.
    ///
    /// What cannot be written is told in the trace; it changes no outcome. A host that counts turns keeps the log in an `Arc` and
    /// says [`SessionLog::turn`] when one begins.
    ///
    /// ```
    /// use tool_sdk::present::Presenters;
    /// use tool_sdk::prelude::*;
    /// use tool_sdk::session::{Replay, SessionLog};
    ///
    /// /// Say it again.
    /// #[tool]
    /// fn echo(
    ///     /// What.
    ///     text: String,
    /// ) -> String {
    ///     text
    /// }
    ///
    /// # let folder = std::env::temp_dir().join(format!("tool-sdk-attach-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// let path = folder.join("session.jsonl");
    /// let registry = Registry::new();
    /// registry.register(Echo)?.keep();
    /// let log = registry.attach(SessionLog::append_to(&path)?);
    /// # tool_sdk::testing::block_on(async {
    /// registry.call(ToolCall::new("echo", r#"{"text":"hi"}"#)).await;
    /// # });
    /// drop(log);
    /// let cards: Vec<_> = Replay::open(&path)?.cards(&Presenters::of::<Echo>()).collect::<Result<_, _>>()?;
    /// assert_eq!(cards[0].name, "echo");
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attach(&self, log: impl Into<Arc<SessionLog>>) -> Registration {
        self.observe(Attached { log: log.into(), running: Mutex::default() })
    }
}

struct Attached {
    log: Arc<SessionLog>,
    /// The calls under way by their tokens: a nested call knows the token of the one around it, the log its id.
    running: Mutex<HashMap<CallToken, CallId>>,
}

impl Attached {
    fn running(&self) -> MutexGuard<'_, HashMap<CallToken, CallId>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append(&self, event: &Event<'_>) {
        if let Err(error) = self.log.append(event) {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            tracing::warn!(%error, cause, event = event.kind(), "an event was not logged");
        }
    }

    /// The id of the call around a nested one.
    fn parent(&self, call: &CallInfo) -> Option<CallId> {
        let running = self.running();
        let parent = call.parent().map(|token| running.get(&token).cloned());
        // A parent that is not under way here was called in a scope that does not log.
        parent.map(|parent| parent.unwrap_or_else(|| call.root_call_id().clone()))
    }
}

impl Observer for Attached {
    fn on_call(&self, call: &CallInfo) {
        self.running().insert(call.token(), call.call_id().clone());
        let (id, name, arguments) = (call.call_id().as_str(), call.name(), call.raw_arguments());
        match self.parent(call) {
            Some(parent) => {
                let ids = (call.root_call_id().as_str(), parent.as_str(), id);
                self.append(&Event::DispatchStart(DispatchStartEvent::new(ids, name, arguments)));
            }
            None => {
                let (event, turn) = (Event::call(id, name, arguments), self.log.current_turn());
                self.append(&match call.agent() {
                    Some(agent) => event.by(agent.session(), turn),
                    None => event.in_turn(turn),
                });
            }
        }
    }

    fn on_start(&self, call: &CallInfo) {
        if !call.is_nested() {
            self.append(&Event::start(call.call_id().as_str()));
        }
    }

    fn on_result(&self, call: &CallInfo, outcome: &Outcome) {
        match self.parent(call) {
            Some(parent) => self.append(&Event::Dispatch(DispatchEvent {
                root_call_id: call.root_call_id().as_str().into(),
                parent_call_id: parent.as_str().into(),
                sub_call_id: call.call_id().as_str().into(),
                name: call.name().into(),
                is_error: !outcome.is_ok(),
                content: std::borrow::Cow::Borrowed(outcome.content()),
            })),
            None => self.append(&Event::result(outcome)),
        }
        self.running().remove(&call.token());
        if call.is_nested() {
            // The call around it tells its contexts with its own.
            return;
        }
        for context in outcome.contexts() {
            let source = crate::json::to_text(&context.source.to_json());
            self.append(&Event::Context {
                source: source.into(),
                content: std::borrow::Cow::Borrowed(&context.content),
            });
        }
    }
}
