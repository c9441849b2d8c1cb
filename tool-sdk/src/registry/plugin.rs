//! [`Owner`] and [`Plugin`]: what is installed together is undone together (contract R1, R10).

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ToolSet;
use super::error::RegisterError;
use super::filter::Restriction;
use super::guard::Registration;
use super::observe::{Change, ChangeAnswer};
use super::scope::Scope;
use crate::context::Needs;
use crate::pipeline::{AroundExecute, Guard, Observer, OnResult, PostExecute, PreExecute, polled};
use crate::prompt::Section;
use crate::raw::RawTool;
use crate::tool::Tool;

/// A bundle of tools, policies, prompt sections and jobs with one owner.
///
/// ```
/// use tool_sdk::prelude::*;
/// use tool_sdk::{Needs, Owner, Plugin};
///
/// /// The time that the host says it is.
/// struct Clock(u64);
///
/// /// Tell the time.
/// #[tool]
/// fn tell_time(State(clock): State<Clock>) -> String {
///     clock.0.to_string()
/// }
///
/// struct Time;
///
/// impl Plugin for Time {
///     const NAME: &'static str = "time";
///
///     fn needs(needs: &mut Needs) {
///         needs.state::<Clock>();
///     }
///
///     fn install(self, owner: &Owner) -> Result<(), RegisterError> {
///         owner.register(TellTime)
///     }
/// }
///
/// # tool_sdk::testing::block_on(async {
/// let registry = Registry::new();
/// assert!(registry.install(Time).unwrap_err().to_string().contains("Clock"));
/// registry.provide(Clock(12))?;
/// let time = registry.install(Time)?;
/// assert_eq!(registry.schemas().len(), 1);
/// time.dispose().await;
/// assert!(registry.schemas().is_empty());
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
pub trait Plugin {
    /// The name, once in a scope.
    const NAME: &'static str;

    /// States the services that have to be [provided](Scope::provide) before this is installed.
    fn needs(needs: &mut Needs) {
        let _ = needs;
    }

    /// Registers everything with the owner. On an error all of it is taken back.
    ///
    /// # Errors
    /// What hinders the plugin; [`RegisterError::plugin`] takes any error.
    fn install(self, owner: &Owner) -> Result<(), RegisterError>;
}

/// Holds what it registers: no guards for its user to hold, everything undone in reverse order when it is disposed.
///
/// Cloning gives another handle. Dropping the handles undoes nothing: the owner belongs to its scope, and ends with it at the
/// latest.
#[derive(Clone)]
pub struct Owner {
    belongings: Arc<Belongings>,
    scope: Scope,
}

/// What an owner holds; its scope keeps it.
pub(super) struct Belongings {
    name: Arc<str>,
    is_plugin: bool,
    /// Nothing once it is disposed.
    held: Mutex<Option<Vec<Held>>>,
}

type Disposer = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

enum Held {
    Registration(Registration),
    Disposer(Disposer),
}

impl Owner {
    pub(super) fn new(name: Arc<str>, scope: Scope) -> Self {
        Self::of(Arc::new(Belongings { name, is_plugin: false, held: Mutex::new(Some(Vec::new())) }), scope)
    }

    pub(super) fn of_plugin(name: Arc<str>, scope: Scope) -> Self {
        Self::of(Arc::new(Belongings { name, is_plugin: true, held: Mutex::new(Some(Vec::new())) }), scope)
    }

    /// A handle of what a scope keeps.
    pub(super) fn of(belongings: Arc<Belongings>, scope: Scope) -> Self {
        Self { belongings, scope }
    }

    pub(super) fn belongings(&self) -> &Arc<Belongings> {
        &self.belongings
    }

    /// The name that it was made with.
    pub fn name(&self) -> &str {
        &self.belongings.name
    }

    /// The scope in which its things are.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Adds a tool.
    ///
    /// # Errors
    /// As [`Scope::register`]; also a disposed owner.
    pub fn register<T: Tool>(&self, tool: T) -> Result<(), RegisterError> {
        self.hold(self.scope.register(tool)?)
    }

    /// Adds all tools of a set or none.
    ///
    /// # Errors
    /// As [`Scope::register_all`]; also a disposed owner.
    pub fn register_all(&self, tools: ToolSet) -> Result<(), RegisterError> {
        self.hold(self.scope.register_all(tools)?)
    }

    /// Adds a tool without Rust types.
    ///
    /// # Errors
    /// As [`Scope::register_raw`]; also a disposed owner.
    pub fn register_raw(&self, tool: RawTool) -> Result<(), RegisterError> {
        self.hold(self.scope.register_raw(tool)?)
    }

    /// Gives a value to tools that ask for `State<T>`, until the owner is disposed.
    ///
    /// # Errors
    /// As [`Scope::provide`]; also a disposed owner.
    pub fn provide<T: Send + Sync + 'static>(&self, state: T) -> Result<(), RegisterError> {
        self.hold(self.scope.add_state(state)?)
    }

    /// Hides inherited tools.
    ///
    /// # Errors
    /// As [`Scope::restrict`]; also a disposed owner.
    pub fn restrict(&self, restriction: impl Into<Restriction>) -> Result<(), RegisterError> {
        self.hold(self.scope.restrict_while(restriction)?)
    }

    /// Adds a section to the prompt.
    ///
    /// # Errors
    /// As [`Scope::section`]; also a disposed owner.
    pub fn section(&self, section: Section) -> Result<(), RegisterError> {
        self.hold(self.scope.section(section)?)
    }

    /// Decides about calls before they run: see [`PreExecute`]. A disposed owner takes the policy back at once, as it does with
    /// every policy.
    pub fn on_pre_execute(&self, policy: impl PreExecute) {
        self.hold_or_drop(self.scope.on_pre_execute(policy));
    }

    /// Denies calls for good: see [`Guard`].
    pub fn guard(&self, guard: impl Guard) {
        self.hold_or_drop(self.scope.guard(guard));
    }

    /// Wraps the execution of calls: see [`AroundExecute`].
    pub fn around_execute(&self, layer: impl AroundExecute) {
        self.hold_or_drop(self.scope.around_execute(layer));
    }

    /// Judges results: see [`PostExecute`].
    pub fn on_post_execute(&self, policy: impl PostExecute) {
        self.hold_or_drop(self.scope.on_post_execute(policy));
    }

    /// Hears every outcome.
    pub fn on_result(&self, observer: impl OnResult) {
        self.hold_or_drop(self.scope.on_result(observer));
    }

    /// Hears every call, the start of its body and its outcome.
    pub fn observe(&self, observer: impl Observer) {
        self.hold_or_drop(self.scope.observe(observer));
    }

    /// Hears every change, see [`Scope::on_change`].
    pub fn on_change<A: ChangeAnswer>(&self, observer: impl Fn(&Change) -> A + Send + Sync + 'static) {
        self.hold_or_drop(self.scope.on_change(observer));
    }

    /// Runs when the owner is disposed, in its place of the order: what was added after it is gone by then, what was added before
    /// it is still there.
    ///
    /// # Errors
    /// A disposed owner.
    pub fn on_dispose<F>(&self, dispose: impl FnOnce() -> F + Send + 'static) -> Result<(), RegisterError>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.put(Held::Disposer(Box::new(move || Box::pin(dispose())))).map_err(|_| self.disposed())
    }

    /// Takes everything back, the last thing first, each waited for. A second time it does nothing.
    pub async fn dispose(&self) {
        let held = self.held().take();
        for held in held.into_iter().flatten().rev() {
            match held {
                Held::Registration(registration) => registration.dispose(),
                Held::Disposer(dispose) => self.run(dispose).await,
            }
        }
        self.scope.forget(&self.belongings);
    }

    /// Runs what an author wrote; when it panics, the rest is taken back all the same.
    async fn run(&self, dispose: Disposer) {
        if let Err(failure) = polled(dispose).await {
            tracing::warn!(target: "tool_sdk", owner = self.name(), detail = failure.detail(), "a disposer panicked");
        }
    }

    /// Takes everything back that needs no waiting: the end of an installation that failed.
    pub(super) fn abandon(&self) {
        let held = self.held().take();
        for held in held.into_iter().flatten().rev() {
            drop(held);
        }
        self.scope.forget(&self.belongings);
    }

    pub(crate) fn hold(&self, registration: Registration) -> Result<(), RegisterError> {
        self.put(Held::Registration(registration)).map_err(|_| self.disposed())
    }

    fn hold_or_drop(&self, registration: Registration) {
        drop(self.put(Held::Registration(registration)));
    }

    /// Gives back what a disposed owner cannot hold.
    fn put(&self, held: Held) -> Result<(), Held> {
        match &mut *self.held() {
            Some(all) => {
                all.push(held);
                Ok(())
            }
            None => Err(held),
        }
    }

    fn held(&self) -> MutexGuard<'_, Option<Vec<Held>>> {
        self.belongings.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn disposed(&self) -> RegisterError {
        RegisterError::OwnerDisposed { owner: self.name().to_owned() }
    }
}

impl Belongings {
    pub(super) fn is_plugin(&self, name: &str) -> bool {
        self.is_plugin && *self.name == *name
    }
}

impl fmt::Debug for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owner").field("name", &self.name()).finish_non_exhaustive()
    }
}
