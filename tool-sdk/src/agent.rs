//! [`Agent`]: for whom calls are made.

use std::collections::VecDeque;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::approve::Approver;
use crate::content::Content;
use crate::registry::{Registration, Scope};

/// A handle of one agent: its session, its working directory, what it sees, who approves its calls, and what it has to be told
/// with its next request. Cloning gives another handle of the same agent.
///
/// ```
/// use tool_sdk::prelude::*;
/// use tool_sdk::{Agent, Source};
///
/// # tool_sdk::testing::block_on(async {
/// let registry = Registry::new();
/// let agent = Agent::builder("session-1").scope(&registry).cwd("/srv/project").build();
/// agent.inject(Source::plugin("watch"), "Cargo.toml changed").unwrap();
/// let turn = agent.begin_turn();
/// assert_eq!(turn.take_contexts().len(), 1);
/// drop(turn);
/// agent.dispose().await;
/// assert!(agent.inject(Source::plugin("watch"), "too late").is_err());
/// # });
/// ```
#[derive(Clone)]
pub struct Agent(Arc<AgentInner>);

struct AgentInner {
    id: u64,
    session: String,
    cwd: Option<PathBuf>,
    scope: Option<Scope>,
    approver: Option<Arc<dyn Approver>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    turns: usize,
    disposed: bool,
    contexts: VecDeque<Context>,
    wakers: Vec<(u64, Arc<dyn Fn() + Send + Sync>)>,
    next_waker: u64,
}

/// Model-facing text that a call or a plugin adds beside results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Who adds it.
    pub source: Source,
    /// What the model reads.
    pub content: Content,
}

/// Who adds a [`Context`]. On the wire: `{"kind":"plugin","plugin":NAME}` or `{"kind":"tool","callId":ID}`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// A plugin, by its name.
    Plugin(String),
    /// A call, by its id.
    Tool(String),
}

impl Source {
    /// The plugin of this name.
    pub fn plugin(name: impl Into<String>) -> Self {
        Self::Plugin(name.into())
    }

    /// The wire form.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Plugin(plugin) => serde_json::json!({"kind": "plugin", "plugin": plugin}),
            Self::Tool(call_id) => serde_json::json!({"kind": "tool", "callId": call_id}),
        }
    }
}

impl Context {
    /// The wire form: `{"source", "content"}`.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!({"source": self.source.to_json(), "content": self.content.to_json()})
    }
}

/// The agent is disposed: nobody will read what was to be said to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentDisposed;

impl fmt::Display for AgentDisposed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the agent is disposed")
    }
}

impl std::error::Error for AgentDisposed {}

/// Makes an [`Agent`].
pub struct AgentBuilder(AgentInner);

impl AgentBuilder {
    /// What the agent sees. Without it, whatever the registry shows through which it calls.
    #[must_use]
    pub fn scope(mut self, scope: &Scope) -> Self {
        self.0.scope = Some(scope.clone());
        self
    }

    /// The directory that relative paths of its calls start from; without it, that of the process.
    #[must_use]
    pub fn cwd(mut self, cwd: impl Into<PathBuf>) -> Self {
        self.0.cwd = Some(cwd.into());
        self
    }

    /// Who is asked when a policy wants a call approved. Without one, such calls are denied.
    #[must_use]
    pub fn approver(mut self, approver: impl Approver) -> Self {
        self.0.approver = Some(Arc::new(approver));
        self
    }

    /// The agent.
    #[must_use]
    pub fn build(self) -> Agent {
        Agent(Arc::new(self.0))
    }
}

impl fmt::Debug for AgentBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentBuilder").field("session", &self.0.session).finish_non_exhaustive()
    }
}

impl Agent {
    /// Starts to make an agent of this session.
    pub fn builder(session: impl Into<String>) -> AgentBuilder {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        AgentBuilder(AgentInner {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            session: session.into(),
            cwd: None,
            scope: None,
            approver: None,
            state: Mutex::default(),
        })
    }

    /// Tells agents of one process apart.
    pub fn id(&self) -> u64 {
        self.0.id
    }

    /// The session that it belongs to.
    pub fn session(&self) -> &str {
        &self.0.session
    }

    /// The directory that relative paths of its calls start from.
    pub fn cwd(&self) -> Option<&Path> {
        self.0.cwd.as_deref()
    }

    /// What it sees.
    pub fn scope(&self) -> Option<&Scope> {
        self.0.scope.as_ref()
    }

    /// Who is asked about its calls.
    pub fn approver(&self) -> Option<&dyn Approver> {
        self.0.approver.as_deref()
    }

    /// Begins a turn: the agent is busy until the turn is dropped.
    pub fn begin_turn(&self) -> Turn {
        self.state().turns += 1;
        Turn(self.clone())
    }

    /// Whether no turn is under way.
    pub fn is_idle(&self) -> bool {
        self.state().turns == 0
    }

    /// Whether it was disposed.
    pub fn is_disposed(&self) -> bool {
        self.state().disposed
    }

    /// Adds durable context for the agent's next request. It wakes nobody (contract E14).
    ///
    /// # Errors
    /// The agent is disposed.
    pub fn inject(&self, source: Source, content: impl Into<Content>) -> Result<(), AgentDisposed> {
        let mut state = self.state();
        if state.disposed {
            return Err(AgentDisposed);
        }
        state.contexts.push_back(Context { source, content: content.into() });
        Ok(())
    }

    /// Is called when something wants an idle agent to take a turn, until the guard goes.
    pub fn on_wake(&self, wake: impl Fn() + Send + Sync + 'static) -> Registration {
        let number = {
            let mut state = self.state();
            state.next_waker += 1;
            let number = state.next_waker;
            state.wakers.push((number, Arc::new(wake)));
            number
        };
        let agent = Arc::downgrade(&self.0);
        Registration::new(move || {
            if let Some(agent) = agent.upgrade() {
                let agent = Agent(agent);
                // What goes may use the agent, so it goes without the lock.
                let gone: Vec<_> = agent.state().wakers.extract_if(.., |(other, _)| *other == number).collect();
                drop(gone);
            }
        })
    }

    /// Asks the host to begin a turn. A busy agent needs no waking, and a disposed one cannot be woken.
    pub fn wake(&self) {
        let wakers: Vec<_> = {
            let state = self.state();
            if state.turns > 0 || state.disposed {
                return;
            }
            state.wakers.iter().map(|(_, wake)| wake.clone()).collect()
        };
        for wake in wakers {
            wake();
        }
    }

    /// Ends the agent: nothing can be said to it any more, and what was said and not read is gone.
    pub async fn dispose(&self) {
        let gone = {
            let mut state = self.state();
            state.disposed = true;
            state.contexts.clear();
            std::mem::take(&mut state.wakers)
        };
        drop(gone);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartialEq for Agent {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Agent {}

impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent").field("id", &self.id()).field("session", &self.session()).finish_non_exhaustive()
    }
}

/// One turn of an agent, from the request to the last result. The agent is busy while it lives.
#[must_use = "the agent is busy only while the turn lives"]
#[derive(Debug)]
pub struct Turn(Agent);

impl Turn {
    /// The agent.
    pub fn agent(&self) -> &Agent {
        &self.0
    }

    /// What has to be told to the model with the next request, each context once.
    #[must_use = "a context is given out once"]
    pub fn take_contexts(&self) -> Vec<Context> {
        self.0.state().contexts.drain(..).collect()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.state().turns -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{Agent, AgentDisposed, Source};

    // contract: E14
    #[test]
    fn an_injected_context_waits_for_the_next_turn_and_wakes_nobody() {
        let agent = Agent::builder("s").build();
        let woken = Arc::new(AtomicUsize::new(0));
        let _wake = agent.on_wake({
            let woken = woken.clone();
            move || {
                woken.fetch_add(1, Ordering::Relaxed);
            }
        });
        agent.inject(Source::plugin("lint"), "two warnings").unwrap();
        assert_eq!(woken.load(Ordering::Relaxed), 0);
        let contexts = agent.begin_turn().take_contexts();
        let wire = serde_json::json!({
            "source": {"kind": "plugin", "plugin": "lint"},
            "content": [{"type": "text", "text": "two warnings"}],
        });
        assert_eq!(contexts.iter().map(super::Context::to_json).collect::<Vec<_>>(), [wire]);
        assert!(agent.begin_turn().take_contexts().is_empty(), "each context is told once");
    }

    // contract: E14
    #[test]
    fn a_disposed_agent_is_an_error_value() {
        let agent = Agent::builder("s").build();
        crate::testing::block_on(agent.dispose());
        assert_eq!(agent.inject(Source::plugin("lint"), "late"), Err(AgentDisposed));
    }

    #[test]
    fn only_an_idle_agent_is_woken() {
        let agent = Agent::builder("s").build();
        let woken = Arc::new(AtomicUsize::new(0));
        let wake = agent.on_wake({
            let woken = woken.clone();
            move || {
                woken.fetch_add(1, Ordering::Relaxed);
            }
        });
        let turn = agent.begin_turn();
        agent.wake();
        assert_eq!(woken.load(Ordering::Relaxed), 0, "a busy agent needs no waking");
        drop(turn);
        agent.wake();
        assert_eq!(woken.load(Ordering::Relaxed), 1);
        drop(wake);
        agent.wake();
        assert_eq!(woken.load(Ordering::Relaxed), 1, "the guard is gone");
    }
}
