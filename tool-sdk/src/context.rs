//! [`ToolContext`]: what a call lends to a body.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::agent::{Agent, Context, Source};
use crate::call::{CallInfo, Origin, ToolCall};
use crate::content::Content;
use crate::error::{ErrorCode, ToolError, ToolResult};
use crate::nested::{Nested, run_nested};
use crate::outcome::{Notes, Outcome, note_said};
use crate::progress::Progress;
use crate::registry::View;
use crate::tool::{OutputOf, Tool};

/// The id that a model gave to a call; cloning it copies no text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(Arc<str>);

impl CallId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: Into<Arc<str>>> From<T> for CallId {
    fn from(id: T) -> Self {
        Self(id.into())
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Tells one call of this process from every other; nobody but the registry can make one, and it is never written anywhere
/// (contract E1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallToken(u64);

impl CallToken {
    pub(crate) fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A cancel signal that is made when somebody first asks for it: most calls are neither cancelled nor watched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signal(OnceLock<CancellationToken>);

impl Signal {
    /// Whether somebody may trigger it: the caller gave it, or asked for it.
    pub(crate) fn is_given(&self) -> bool {
        self.0.get().is_some()
    }

    pub(crate) fn given(signal: CancellationToken) -> Self {
        Self(OnceLock::from(signal))
    }

    pub(crate) fn get(&self) -> &CancellationToken {
        self.0.get_or_init(CancellationToken::new)
    }

    /// A signal that nobody asked for was not triggered.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.get().is_some_and(CancellationToken::is_cancelled)
    }

    /// A signal that shares its cancellation, also with whoever asks this one later.
    pub(crate) fn share(&self) -> Self {
        Self::given(self.get().clone())
    }
}

/// Values that a host gives to its tools, by type.
#[derive(Clone, Default)]
pub(crate) struct States(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl States {
    /// Puts a value in the place of its type.
    pub(crate) fn put(&mut self, id: TypeId, state: Arc<dyn Any + Send + Sync>) {
        self.0.insert(id, state);
    }

    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.0.get(&TypeId::of::<T>())?.clone().downcast().ok()
    }

    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.0.contains_key(&id)
    }
}

/// What a body said beside its value (contract E13).
#[derive(Debug, Default)]
pub(crate) struct Said {
    contexts: Mutex<Vec<Context>>,
    concludes: AtomicBool,
    /// How many calls the body made.
    pub(crate) nested: AtomicU64,
}

impl Said {
    pub(crate) fn take_contexts(&self) -> Vec<Context> {
        std::mem::take(&mut *self.contexts())
    }

    pub(crate) fn concludes(&self) -> bool {
        self.concludes.load(Ordering::Relaxed)
    }

    /// The body that concluded the turn failed.
    pub(crate) fn withdraw_conclusion(&self) {
        self.concludes.store(false, Ordering::Relaxed);
    }

    pub(crate) fn contexts(&self) -> MutexGuard<'_, Vec<Context>> {
        self.contexts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One call, as its body sees it: identity, cancel signal, and what the host lends.
///
/// A body asks for it with a parameter `cx: &ToolContext`, which is no part of the schema.
pub struct ToolContext {
    pub(crate) call_id: CallId,
    pub(crate) origin: Option<Arc<Origin>>,
    /// Made when somebody first asks: nobody else can have it before.
    pub(crate) token: OnceLock<CallToken>,
    pub(crate) signal: Signal,
    pub(crate) view: Arc<View>,
    /// Made when the body first says something.
    pub(crate) said: OnceLock<Arc<Said>>,
    /// What policies and observers see of the call, where there are any.
    pub(crate) info: Option<Arc<CallInfo>>,
}

impl ToolContext {
    /// The id of this call.
    pub fn call_id(&self) -> &CallId {
        &self.call_id
    }

    /// The id of the call that a model made and that this one serves; its own id for a model's call.
    pub fn root_call_id(&self) -> &CallId {
        self.origin.as_ref().and_then(|origin| origin.root.as_ref()).unwrap_or(&self.call_id)
    }

    /// The token of this call.
    pub fn token(&self) -> CallToken {
        *self.token.get_or_init(CallToken::fresh)
    }

    /// The token of the call around this one.
    pub fn parent(&self) -> Option<CallToken> {
        self.origin.as_ref()?.parent
    }

    /// The cancel signal. The registry waits for the body whether it looks at it or not (contract E9).
    pub fn signal(&self) -> &CancellationToken {
        self.own_signal().get()
    }

    /// The signal of this body, or that of the call where it has no other.
    #[inline]
    pub(crate) fn own_signal(&self) -> &Signal {
        match &self.info {
            Some(info) if !self.signal.is_given() => &info.signal,
            _ => &self.signal,
        }
    }

    /// Whether a model asked for the call, not another call.
    pub(crate) fn is_top_level(&self) -> bool {
        self.origin.as_ref().is_none_or(|origin| origin.parent.is_none())
    }

    /// Whether the call was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.own_signal().is_cancelled()
    }

    /// Returns early from a body whose call was cancelled: `cx.check_cancelled()?`.
    ///
    /// # Errors
    /// `ABORTED` after a cancel.
    pub fn check_cancelled(&self) -> ToolResult<()> {
        if self.is_cancelled() { Err(ToolError::of(ErrorCode::ABORTED)) } else { Ok(()) }
    }

    /// State that the host gave to the scope of the call or to one above it.
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.view.states.get()
    }

    /// The agent for which the call is made; nothing for a call of the host's own.
    pub fn agent(&self) -> Option<&Agent> {
        self.origin.as_ref()?.agent.as_ref()
    }

    /// The directory that relative paths start from: the agent's, or nothing, which means that of the process.
    pub fn cwd(&self) -> Option<&Path> {
        self.agent()?.cwd()
    }

    /// Asks the agent's approver about this call, for a body that wants more than its call has: a wider sandbox, a second address.
    /// What may be asked before the body runs is for a policy, see
    /// [`on_pre_execute`](crate::Scope::on_pre_execute). The answer is for this call alone, also when it is that the like
    /// is always allowed.
    ///
    /// ```
    /// use tool_sdk::Agent;
    /// use tool_sdk::approve::{Approval, scripted};
    /// use tool_sdk::prelude::*;
    ///
    /// /// Say something.
    /// #[tool]
    /// async fn say(words: String, cx: &ToolContext) -> ToolResult<String> {
    ///     if words.contains('!') {
    ///         cx.ask("it will be loud").await?;
    ///     }
    ///     Ok(words)
    /// }
    ///
    /// # tool_sdk::testing::block_on(async {
    /// let registry = Registry::new();
    /// registry.register(Say)?.keep();
    /// let agent = Agent::builder("session-1").approver(scripted([Approval::Allowed, Approval::Rejected])).build();
    /// let call = || ToolCall::new("say", r#"{"words": "hi!"}"#);
    /// assert_eq!(registry.call(call().agent(&agent)).await.text(), "hi!");
    /// assert_eq!(registry.call(call().agent(&agent)).await.text(), "Error: the user rejected say");
    /// assert_eq!(registry.call(call()).await.error().unwrap().code(), &"APPROVAL_UNAVAILABLE");
    /// # Ok::<(), RegisterError>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// * rejected → `APPROVAL_REJECTED`
    /// * the question was withdrawn → `APPROVAL_CANCELLED`
    /// * no agent, no approver, or one that cannot answer or panics → `APPROVAL_UNAVAILABLE`
    /// * the call was cancelled meanwhile → `ABORTED`; the approver's future is dropped
    pub async fn ask(&self, reason: impl Into<String>) -> ToolResult<()> {
        crate::pipeline::ask_inside(self, reason.into()).await
    }

    /// Adds text for the model that it reads after the result of this call, also when the body fails or is cancelled later. A
    /// policy that blocks the result drops it.
    pub fn defer_context(&self, content: impl Into<Content>) {
        let context = Context { source: Source::Tool(self.call_id.as_str().to_owned()), content: content.into() };
        self.said().contexts().push(context);
    }

    /// Marks the result as the end of the agent's turn, if it is a success.
    pub fn conclude_turn(&self) {
        self.said().concludes.store(true, Ordering::Relaxed);
    }

    /// Reports how far the body is: `done` of `total` in a unit of the tool's own. Reports that do not rise are left out, and
    /// those that follow each other too fast for a reader are held back; nobody hears them unless the caller asked.
    pub fn progress(&self, done: f64, total: Option<f64>, message: impl Into<Option<String>>) {
        if let Some(sink) = self.origin.as_ref().and_then(|origin| origin.progress.as_ref()) {
            sink.report(Progress { done, total, message: message.into() });
        }
    }

    /// Whether anybody hears [`progress`](Self::progress), for a body to which a report is work.
    pub fn wants_progress(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.progress.is_some())
    }

    /// Calls another tool with its types, through the whole pipeline: validation, policies, log. What it wants told to the model
    /// beside its result is told with the result of this call; a mark that it concludes the turn is not passed on.
    ///
    /// ```
    /// use tool_sdk::prelude::*;
    ///
    /// /// Double a number.
    /// #[tool]
    /// fn double(
    ///     /// The number.
    ///     n: u32,
    /// ) -> u32 {
    ///     n * 2
    /// }
    ///
    /// /// Double a number twice.
    /// #[tool]
    /// async fn quadruple(
    ///     /// The number.
    ///     n: u32,
    ///     cx: &ToolContext,
    /// ) -> ToolResult<u32> {
    ///     let doubled = cx.call::<Double>(DoubleArgs::new(n)).await?;
    ///     Ok(*cx.call::<Double>(DoubleArgs::new(*doubled)).await?)
    /// }
    ///
    /// # tool_sdk::testing::block_on(async {
    /// let registry = Registry::new();
    /// registry.register_all(tools![Double, Quadruple])?.keep();
    /// assert_eq!(registry.call(ToolCall::new("quadruple", r#"{"n": 5}"#)).await.text(), "20");
    /// # Ok::<(), RegisterError>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// What the call failed with, its code and message; `INVALID_TOOL_OUTPUT` when the tool that has the name here gives another
    /// type.
    pub async fn call<T: Tool>(&self, args: T::Args) -> ToolResult<Nested<OutputOf<T>>> {
        let text = crate::nested::arguments(&args);
        drop(args);
        Nested::of(self.call_tool(ToolCall::new(T::SPEC.name, text)).await)
    }

    /// Calls another tool by its name, through the whole pipeline, with this call as its parent: the agent, the root call and the
    /// cancel signal are those of this call, whatever the given call says.
    pub async fn call_tool(&self, call: ToolCall<'_>) -> Outcome {
        run_nested(self, call).await
    }

    /// Tells what is left to tell once the body is at its end.
    #[inline]
    pub(crate) fn finish(&self, notes: &mut Option<Box<Notes>>) {
        if self.origin.is_some() || self.said.get().is_some() {
            self.tell_rest(notes);
        }
    }

    #[cold]
    fn tell_rest(&self, notes: &mut Option<Box<Notes>>) {
        if let Some(progress) = self.origin.as_ref().and_then(|origin| origin.progress.as_ref()) {
            progress.finish();
        }
        if let Some(said) = self.said.get() {
            note_said(notes, said.take_contexts(), said.concludes());
        }
    }

    pub(crate) fn said(&self) -> &Arc<Said> {
        self.info.as_ref().map_or(&self.said, |info| &info.said).get_or_init(Arc::default)
    }

    /// The same call for a thread of the blocking pool.
    pub(crate) fn detach(&self) -> Self {
        Self {
            call_id: self.call_id.clone(),
            origin: self.origin.clone(),
            token: OnceLock::from(self.token()),
            signal: self.own_signal().share(),
            view: Arc::clone(&self.view),
            said: OnceLock::from(self.said().clone()),
            info: self.info.clone(),
        }
    }
}

impl fmt::Debug for ToolContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContext")
            .field("call_id", &self.call_id)
            .field("token", &self.token())
            .finish_non_exhaustive()
    }
}

/// What a tool needs from its registry, gathered when it registers (contract R9).
#[derive(Debug, Default)]
pub struct Needs(Vec<(TypeId, &'static str)>);

impl Needs {
    /// The tool needs state of this type.
    pub fn state<T: Send + Sync + 'static>(&mut self) {
        self.0.push((TypeId::of::<T>(), std::any::type_name::<T>()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn missing(&self, states: &States) -> Vec<&'static str> {
        self.0.iter().filter(|(id, _)| !states.has(*id)).map(|(_, name)| *name).collect()
    }
}

/// A parameter of a body that asks the call and not the model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no context parameter",
    label = "a reference, a tuple-struct pattern or `#[cx]` asks the call, which has nothing of this type",
    note = "arguments are owned: write `String` for `&str`, `Vec<T>` for `&[T]`",
    note = "the call gives `&ToolContext` and, for state of the registry, `State(x): State<T>`"
)]
pub trait FromCall<'a>: Sized {
    /// Takes the parameter from the call.
    fn from_call(cx: &'a ToolContext) -> Self;

    /// States what the registry has to have.
    fn need(needs: &mut Needs) {
        let _ = needs;
    }
}

impl<'a> FromCall<'a> for &'a ToolContext {
    fn from_call(cx: &'a ToolContext) -> Self {
        cx
    }
}

/// State that a host gave with [`Registry::provide`](crate::Scope::provide), shared by all calls.
///
/// Written `State(db): State<Db>` in the parameters of a tool. A tool whose state is missing does not register.
#[derive(Debug)]
pub struct State<T>(pub Arc<T>);

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'a, T: Send + Sync + 'static> FromCall<'a> for State<T> {
    /// Registering checked that the state is there; an owner that took it back since makes this one failed call.
    fn from_call(cx: &'a ToolContext) -> Self {
        match cx.state() {
            Some(state) => Self(state),
            None => panic!("state `{}` was taken back after the tool registered", std::any::type_name::<T>()),
        }
    }

    fn need(needs: &mut Needs) {
        needs.state::<T>();
    }
}
