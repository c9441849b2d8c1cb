//! [`ToolCall`]: what a host asks of a registry, and [`CallInfo`]: what everybody else may know of it.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::agent::Agent;
use crate::context::{CallId, CallToken, Signal};
use crate::definition::ToolDefinition;
use crate::json::{Direction, Reader, Tree};
use crate::outcome::ToolName;
use crate::progress::{Progress, ProgressSink};
use crate::registry::Scope;
use crate::schema::ToolArgs;
use crate::tool::Effect;

/// The arguments of a call: the text as the model wrote it, or a tree.
#[derive(Clone, Debug)]
pub enum Arguments<'a> {
    /// The raw text; the fast way, and the one that shows a model where its JSON is broken.
    Text(Cow<'a, str>),
    /// A tree that the host has already.
    Tree(Tree),
}

impl<'a> From<&'a str> for Arguments<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Arguments<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Arguments<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<Value> for Arguments<'_> {
    fn from(tree: Value) -> Self {
        Self::Tree(tree.into())
    }
}

/// One call: a name and arguments, for whom it is made, and who cancels it.
///
/// ```
/// use tool_sdk::ToolCall;
///
/// let call = ToolCall::new("read", r#"{"file_path": "Cargo.toml"}"#).id("call_1");
/// let cancel = call.signal().clone();
/// ```
#[derive(Clone, Debug)]
pub struct ToolCall<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) arguments: Arguments<'a>,
    pub(crate) id: Option<CallId>,
    pub(crate) origin: Option<Arc<Origin>>,
    pub(crate) signal: Signal,
}

/// For whom a call is made and where it comes from, as far as that differs from a plain call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origin {
    pub(crate) root: Option<CallId>,
    pub(crate) parent: Option<CallToken>,
    pub(crate) agent: Option<Agent>,
    pub(crate) progress: Option<Arc<ProgressSink>>,
    /// How many calls are around this one.
    pub(crate) depth: u16,
}

impl<'a> ToolCall<'a> {
    /// A call of the tool of this name. Without an id it gets one of the registry's.
    pub fn new(name: impl Into<Cow<'a, str>>, arguments: impl Into<Arguments<'a>>) -> Self {
        Self { name: name.into(), arguments: arguments.into(), id: None, origin: None, signal: Signal::default() }
    }

    /// The id that the model gave.
    #[must_use]
    pub fn id(mut self, id: impl Into<CallId>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// The agent for which the call is made: its scope decides what is seen, its approver is asked.
    #[must_use]
    pub fn agent(self, agent: &Agent) -> Self {
        self.with(|origin| origin.agent = Some(agent.clone()))
    }

    /// The call that a model made and that this one serves.
    #[must_use]
    pub fn root(self, root: impl Into<CallId>) -> Self {
        self.with(|origin| origin.root = Some(root.into()))
    }

    /// The token of the call around this one; identity only.
    #[must_use]
    pub fn parent(self, parent: CallToken) -> Self {
        self.with(|origin| origin.parent = Some(parent))
    }

    /// Hears how far the body is, see [`ToolContext::progress`](crate::ToolContext::progress).
    #[must_use]
    pub fn on_progress(self, hear: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.with(|origin| origin.progress = Some(Arc::new(ProgressSink::new(hear))))
    }

    /// The signal that cancels the call.
    #[must_use]
    pub fn cancelled_by(mut self, signal: CancellationToken) -> Self {
        self.signal = Signal::given(signal);
        self
    }

    /// The signal that cancels the call, made now if none was given.
    pub fn signal(&self) -> &CancellationToken {
        self.signal.get()
    }

    /// The tool that is asked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn agent_scope(&self) -> Option<&Scope> {
        self.origin.as_ref()?.agent.as_ref()?.scope()
    }

    fn with(mut self, set: impl FnOnce(&mut Origin)) -> Self {
        set(Arc::make_mut(self.origin.get_or_insert_default()));
        self
    }
}

/// A call as policies and observers see it: fixed before any of them runs, and nothing of it can be changed (contract E1).
pub struct CallInfo {
    pub(crate) call_id: CallId,
    pub(crate) origin: Option<Arc<Origin>>,
    pub(crate) token: CallToken,
    pub(crate) signal: CancellationToken,
    pub(crate) name: ToolName,
    /// Nothing for a tool that is not there.
    pub(crate) definition: Option<Arc<ToolDefinition>>,
    /// As the model wrote it.
    pub(crate) raw: Box<str>,
    /// With its repairs, where it has some.
    pub(crate) mended: Option<Box<str>>,
    pub(crate) tree: OnceLock<Tree>,
}

impl CallInfo {
    /// The id of the call.
    pub fn call_id(&self) -> &CallId {
        &self.call_id
    }

    /// The id of the call that a model made and that this one serves; its own id for a model's call.
    pub fn root_call_id(&self) -> &CallId {
        self.origin.as_ref().and_then(|origin| origin.root.as_ref()).unwrap_or(&self.call_id)
    }

    /// The tool that was asked for.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// The definition that the call runs; nothing for an unknown tool.
    pub fn definition(&self) -> Option<&ToolDefinition> {
        self.definition.as_deref()
    }

    /// What the tool does to the world, if it says so.
    pub fn effect(&self) -> Option<Effect> {
        self.definition.as_ref().and_then(|definition| definition.effect())
    }

    /// The arguments as JSON text, with their repairs.
    pub fn arguments_text(&self) -> &str {
        self.mended.as_deref().unwrap_or(&self.raw)
    }

    /// The arguments as the model wrote them.
    pub fn raw_arguments(&self) -> &str {
        &self.raw
    }

    /// The arguments as JSON: made when first asked for, and the same tree for everybody. `null` where the text is no JSON, which
    /// only observers and post-execute policies get to see.
    pub fn arguments(&self) -> &Value {
        self.tree.get_or_init(|| crate::json::parse(self.arguments_text()).unwrap_or_default().into())
    }

    /// The arguments with their type, for a policy that knows the tool; nothing when they are no such arguments.
    pub fn args<A: ToolArgs>(&self) -> Option<A> {
        crate::args::checked(Reader::new(self.arguments_text(), Direction::Input)).ok()
    }

    /// The agent for which the call is made.
    pub fn agent(&self) -> Option<&Agent> {
        self.origin.as_ref()?.agent.as_ref()
    }

    /// The token of this call: compared, never written anywhere.
    pub fn token(&self) -> CallToken {
        self.token
    }

    /// The token of the call around this one.
    pub fn parent(&self) -> Option<CallToken> {
        self.origin.as_ref()?.parent
    }

    /// Whether another call made this one.
    pub fn is_nested(&self) -> bool {
        self.parent().is_some()
    }

    /// The caller's cancel signal.
    pub fn signal(&self) -> &CancellationToken {
        &self.signal
    }
}

impl fmt::Debug for CallInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallInfo")
            .field("call_id", &self.call_id.as_str())
            .field("name", &self.name())
            .field("arguments", &self.arguments_text())
            .finish_non_exhaustive()
    }
}
