//! [`ToolContext`]: what a call lends to a body.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

use crate::call::Origin;
use crate::error::{ErrorCode, ToolError, ToolResult};
use crate::registry::Table;

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
    /// Adds a value; false when one of its type is there.
    pub(crate) fn add<T: Send + Sync + 'static>(&mut self, state: Arc<T>) -> bool {
        let id = TypeId::of::<T>();
        let fresh = !self.0.contains_key(&id);
        if fresh {
            self.0.insert(id, state);
        }
        fresh
    }

    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.0.get(&TypeId::of::<T>())?.clone().downcast().ok()
    }

    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.0.contains_key(&id)
    }
}

/// One call, as its body sees it: identity, cancel signal, and what the host lends.
///
/// A body asks for it with a parameter `cx: &ToolContext`, which is no part of the schema.
pub struct ToolContext {
    pub(crate) call_id: CallId,
    pub(crate) origin: Option<Box<Origin>>,
    /// Made when somebody first asks: nobody else can have it before.
    pub(crate) token: OnceLock<CallToken>,
    pub(crate) signal: Signal,
    pub(crate) table: Arc<Table>,
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
        self.signal.get()
    }

    /// Whether a model asked for the call, not another call.
    pub(crate) fn is_top_level(&self) -> bool {
        self.origin.as_ref().is_none_or(|origin| origin.parent.is_none())
    }

    /// Whether the call was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.signal.is_cancelled()
    }

    /// Returns early from a body whose call was cancelled: `cx.check_cancelled()?`.
    ///
    /// # Errors
    /// `ABORTED` after a cancel.
    pub fn check_cancelled(&self) -> ToolResult<()> {
        if self.is_cancelled() { Err(ToolError::of(ErrorCode::ABORTED)) } else { Ok(()) }
    }

    /// State that the host gave to the registry.
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.table.states.get()
    }

    /// The same call for a thread of the blocking pool.
    pub(crate) fn detach(&self) -> Self {
        Self {
            call_id: self.call_id.clone(),
            origin: self.origin.clone(),
            token: OnceLock::from(self.token()),
            signal: self.signal.share(),
            table: self.table.clone(),
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

/// State that a host gave with [`Registry::provide`](crate::Registry::provide), shared by all calls.
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
    /// Registering checked that the state is there, and a registry never loses one.
    fn from_call(cx: &'a ToolContext) -> Self {
        match cx.state() {
            Some(state) => Self(state),
            None => panic!("state `{}` was there when the tool registered", std::any::type_name::<T>()),
        }
    }

    fn need(needs: &mut Needs) {
        needs.state::<T>();
    }
}
