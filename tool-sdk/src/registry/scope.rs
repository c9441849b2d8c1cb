//! [`Scope`]: who sees what (contract R7).

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};

use super::error::RegisterError;
use super::filter::Restriction;
use super::guard::Registration;
use super::layer::{Held, Layer};
use super::observe::{Change, ChangeAnswer, ChangeKind, ChangeObserver};
use super::plugin::{Belongings, Owner, Plugin};
use super::schema::ToolSchema;
use super::view::View;
use super::{RegistryOptions, ToolSet};
use crate::agent::Agent;
use crate::call::ToolCall;
use crate::contain::caught;
use crate::context::{CallId, Needs};
use crate::definition::ToolDefinition;
use crate::outcome::Outcome;
use crate::pipeline::{AroundExecute, Guard, Observer, OnResult, Policy, PostExecute, PreExecute};
use crate::prompt::Section;
use crate::raw::RawTool;
use crate::tool::Tool;

/// A place in the tree of scopes: it sees what its ancestors hold, through its restrictions, and adds its own.
///
/// The [`Registry`](crate::Registry) is the root of the tree and has all methods of a scope. Tools, states, policies and prompt
/// sections inherit down; changes and calls are heard upwards. What is registered here is gone for everybody when its guard goes,
/// when its [`Owner`] is disposed, or with the scope itself.
///
/// Cloning gives another handle of the same scope. A scope lives as long as a handle, an agent or a child of it.
///
/// ```
/// use tool_sdk::prelude::*;
/// use tool_sdk::Deny;
///
/// /// Look at the weather.
/// #[tool]
/// fn look() -> String { "sunny".into() }
///
/// /// Make it rain.
/// #[tool]
/// fn rain() -> String { "raining".into() }
///
/// # tool_sdk::testing::block_on(async {
/// let registry = Registry::new();
/// registry.register_all(tools![Look, Rain])?.keep();
/// let careful = registry.scope("careful").restrict(Deny::of(["rain"]))?;
/// assert_eq!(careful.schemas().len(), 1);
/// let outcome = careful.call(ToolCall::new("rain", "{}")).await;
/// assert_eq!(outcome.error().unwrap().code(), &"UNKNOWN_TOOL");
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct Scope(pub(crate) Arc<ScopeInner>);

pub(crate) struct ScopeInner {
    name: Arc<str>,
    parent: Option<Scope>,
    children: Mutex<Vec<Weak<ScopeInner>>>,
    layer: Mutex<Layer>,
    /// Without a handle of the scope: it would keep itself.
    owners: Mutex<Vec<Arc<Belongings>>>,
    /// Locked for as long as it takes to copy the pointer.
    view: RwLock<Arc<View>>,
    shared: Arc<Shared>,
}

/// What all scopes of a registry have in common.
pub(crate) struct Shared {
    pub(super) options: RegistryOptions,
    /// Held while a layer is edited and while a view is made of layers, see [`Changing`].
    change: Mutex<()>,
    next_registration: AtomicU64,
    next_call: AtomicU64,
}

/// The lock of changes. Nothing of an author's may run while it is held, for that may use the registry. So what goes meanwhile is
/// buried here; fields are dropped in their order, the lock first.
struct Changing<'a> {
    _lock: MutexGuard<'a, ()>,
    gone: Vec<Box<dyn Any + Send>>,
}

impl Changing<'_> {
    fn bury(&mut self, gone: impl Any + Send) {
        self.gone.push(Box::new(gone));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a change adds: its kind for who hears of it, and how to add it under a number.
type Edit<'a> = &'a mut dyn FnMut(&mut Layer, u64, Option<&View>) -> Result<(), RegisterError>;

impl Scope {
    /// The root of a new tree.
    pub(super) fn root(options: RegistryOptions) -> Self {
        Self(Arc::new(ScopeInner::new("".into(), None, Arc::new(Shared::new(options)))))
    }

    /// The name that it was made with; empty for the registry itself.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The scope that this one is in; nothing for the registry itself.
    pub fn parent(&self) -> Option<&Scope> {
        self.0.parent.as_ref()
    }

    /// Makes a scope in this one. The name is for people; two scopes may have the same.
    #[must_use = "a scope that nobody holds is gone at once"]
    pub fn scope(&self, name: impl Into<Arc<str>>) -> Scope {
        let inner = Arc::new(ScopeInner::new(name.into(), Some(self.clone()), self.0.shared.clone()));
        let mut children = lock(&self.0.children);
        children.retain(|child| child.strong_count() > 0);
        children.push(Arc::downgrade(&inner));
        Scope(inner)
    }

    /// Adds a tool until the guard goes.
    ///
    /// # Errors
    /// A name that is illegal, reserved or taken in this scope; missing state; a zero timeout; a default or example that breaks
    /// its own rules; the objection of a change observer.
    pub fn register<T: Tool>(&self, tool: T) -> Result<Registration, RegisterError> {
        self.add_definitions(vec![ToolDefinition::of(tool)])
    }

    /// Adds all tools of a set or none; one guard holds them.
    ///
    /// # Errors
    /// As [`register`](Self::register); also an empty set.
    pub fn register_all(&self, tools: ToolSet) -> Result<Registration, RegisterError> {
        if tools.0.is_empty() {
            return Err(RegisterError::EmptySet);
        }
        self.add_definitions(tools.0)
    }

    /// Adds a tool without Rust types.
    ///
    /// # Errors
    /// As [`register`](Self::register); also a schema outside the enforced subset, with every violation.
    pub fn register_raw(&self, tool: RawTool) -> Result<Registration, RegisterError> {
        self.add_definitions(vec![tool.into_definition()?])
    }

    /// Gives a value to the tools that ask for `State<T>`, here and below. It stays for the lifetime of the scope; a scope below
    /// may give another value of the type, which its calls then see.
    ///
    /// # Errors
    /// This scope gives a value of this type already.
    pub fn provide<T: Send + Sync + 'static>(&self, state: T) -> Result<(), RegisterError> {
        self.add_state(state).map(Registration::keep)
    }

    pub(super) fn add_state<T: Send + Sync + 'static>(&self, state: T) -> Result<Registration, RegisterError> {
        let state: Arc<T> = Arc::new(state);
        let id = (TypeId::of::<T>(), std::any::type_name::<T>());
        self.add_one(Vec::new(), |layer, number, _| layer.add_state(number, id, state.clone()))
    }

    /// Hides inherited tools for the lifetime of this scope: [`Allow`](crate::Allow) or [`Deny`](crate::Deny). Several
    /// restrictions intersect. It decides what is seen; what may be done is decided by policies.
    ///
    /// # Errors
    /// A name that this scope does not inherit; an empty `Deny`.
    pub fn restrict(self, restriction: impl Into<Restriction>) -> Result<Self, RegisterError> {
        self.restrict_while(restriction)?.keep();
        Ok(self)
    }

    /// As [`restrict`](Self::restrict), until the guard goes.
    ///
    /// # Errors
    /// As [`restrict`](Self::restrict).
    pub fn restrict_while(&self, restriction: impl Into<Restriction>) -> Result<Registration, RegisterError> {
        let restriction: Restriction = restriction.into();
        let names = restriction.names().map(str::to_owned).collect();
        self.add_one(names, |layer, number, inherited| layer.add_restriction(number, restriction.clone(), inherited))
    }

    /// Adds a section to the prompt of this scope and those below, until the guard goes. A section of a scope below with the same
    /// name shadows it there.
    ///
    /// # Errors
    /// A section of this scope has the name; no name; an order that is no finite number; the objection of a change observer.
    pub fn section(&self, section: Section) -> Result<Registration, RegisterError> {
        let names = vec![section.name().to_owned()];
        let mut section = Some(section);
        self.add_one(names, |layer, number, _| match section.take() {
            Some(section) => layer.add_section(number, section),
            None => Ok(()),
        })
    }

    /// Decides about calls before they run: see [`PreExecute`].
    pub fn on_pre_execute(&self, policy: impl PreExecute) -> Registration {
        self.add_policy(Policy::Pre(Arc::new(policy)))
    }

    /// Denies calls for good: see [`Guard`].
    pub fn guard(&self, guard: impl Guard) -> Registration {
        self.add_policy(Policy::Guard(Arc::new(guard)))
    }

    /// Wraps the execution of calls: see [`AroundExecute`].
    pub fn around_execute(&self, layer: impl AroundExecute) -> Registration {
        self.add_policy(Policy::Around(Arc::new(layer)))
    }

    /// Judges results before anybody sees them: see [`PostExecute`].
    pub fn on_post_execute(&self, policy: impl PostExecute) -> Registration {
        self.add_policy(Policy::Post(Arc::new(policy)))
    }

    /// Hears every outcome, which it cannot change: see [`Observer`].
    pub fn on_result(&self, observer: impl OnResult) -> Registration {
        self.add_policy(Policy::Result(Arc::new(crate::pipeline::ResultObserver(observer))))
    }

    /// Hears every call, the start of its body and its outcome; it can change none of them.
    pub fn observe(&self, observer: impl Observer) -> Registration {
        self.add_policy(Policy::Result(Arc::new(observer)))
    }

    /// Hears every change of this scope and those below: of tools, prompt sections, restrictions, states and
    /// policies.
    ///
    /// It runs after the change is in place and may use the registry. An error that it returns while something registers takes
    /// that registration back, and becomes the error of the registration.
    pub fn on_change<A: ChangeAnswer>(&self, observer: impl Fn(&Change) -> A + Send + Sync + 'static) -> Registration {
        let observer: Arc<dyn ChangeObserver> = Arc::new(observer);
        let number = self.0.shared.number();
        let _change = self.0.shared.changing();
        lock(&self.0.layer).observers.push(Held { id: number, item: observer });
        self.0.guard_of(vec![number])
    }

    /// Makes an owner of things in this scope: it holds their guards and takes all back as one.
    pub fn owner(&self, name: impl Into<Arc<str>>) -> Owner {
        let owner = Owner::new(name.into(), self.clone());
        lock(&self.0.owners).push(owner.belongings().clone());
        owner
    }

    /// Installs a plugin: everything of it or nothing (contract R10).
    ///
    /// # Errors
    /// A plugin of this name is installed here; states that it needs and nobody provides, all named; what its `install` returns.
    pub fn install<P: Plugin>(&self, plugin: P) -> Result<Owner, RegisterError> {
        let owner = self.claim(P::NAME)?;
        let installing = Installing(Some(&owner));
        let mut needs = Needs::default();
        P::needs(&mut needs);
        let missing = self.missing(&needs);
        if !missing.is_empty() {
            return Err(RegisterError::MissingNeeds { plugin: P::NAME.to_owned(), states: missing });
        }
        plugin.install(&owner)?;
        installing.done();
        Ok(owner)
    }

    /// The owner of a plugin that nobody else is installing here.
    fn claim(&self, plugin: &'static str) -> Result<Owner, RegisterError> {
        let mut owners = lock(&self.0.owners);
        if owners.iter().any(|owner| owner.is_plugin(plugin)) {
            return Err(RegisterError::DuplicatePlugin { plugin: plugin.to_owned() });
        }
        let owner = Owner::of_plugin(plugin.into(), self.clone());
        owners.push(owner.belongings().clone());
        Ok(owner)
    }

    /// What a model is offered here, in the order of registration: name, description and parameters, nothing else (contract R3).
    /// Costs nothing when nothing changed since it was last asked.
    pub fn schemas(&self) -> Arc<[ToolSchema]> {
        self.0.view().schemas()
    }

    /// What a model is offered that works for this agent.
    pub fn schemas_for(&self, agent: &Agent) -> Arc<[ToolSchema]> {
        agent.scope().unwrap_or(self).schemas()
    }

    /// The definition that a call of this name would run.
    pub fn definition(&self, name: &str) -> Option<Arc<ToolDefinition>> {
        self.0.view().get(name).cloned()
    }

    /// Runs one call to its one outcome, with what this scope sees, or the scope of the call's agent. Nothing that the model, the
    /// tool or a policy does makes this fail or panic.
    ///
    /// Cancel a call by its signal: the registry then waits for the body. Dropping this future abandons the call: the body is
    /// dropped where it waits, and there is no outcome (contract E9).
    pub fn call<'a>(&'a self, call: ToolCall<'a>) -> impl Future<Output = Outcome> + Send + 'a {
        let view = match call.agent_scope() {
            Some(scope) => scope.0.view(),
            None => self.0.view(),
        };
        crate::pipeline::run(view, call)
    }

    /// Takes back everything that is in this scope and below: the scopes below first, then its owners, the last one first, then
    /// what was registered without an owner. Calls in flight finish on what they started with.
    pub async fn dispose(&self) {
        // They stay the children of this scope, which may be used again.
        let children: Vec<Weak<ScopeInner>> = lock(&self.0.children).clone();
        for child in children.iter().rev().filter_map(Weak::upgrade) {
            Box::pin(Scope(child).dispose()).await;
        }
        let owners = std::mem::take(&mut *lock(&self.0.owners));
        for owner in owners.into_iter().rev() {
            Owner::of(owner, self.clone()).dispose().await;
        }
        self.0.take_back(std::mem::take);
    }

    pub(super) fn missing(&self, needs: &Needs) -> Vec<&'static str> {
        let mut change = self.0.shared.changing();
        let inherited = self.0.inherited(&mut change);
        lock(&self.0.layer).missing(needs, inherited.as_deref())
    }

    /// The owner is gone.
    pub(super) fn forget(&self, owner: &Arc<Belongings>) {
        lock(&self.0.owners).retain(|other| !Arc::ptr_eq(other, owner));
    }

    fn add_policy(&self, policy: Policy) -> Registration {
        let number = self.0.shared.number();
        {
            let mut change = self.0.shared.changing();
            lock(&self.0.layer).policies.push(Held { id: number, item: policy });
            self.0.grow_stale(&mut change);
        }
        // Observers are told and not asked: nobody may drop a policy that its host believes to be in place.
        let _ = self.0.tell(ChangeKind::Added, Vec::new());
        self.0.guard_of(vec![number])
    }

    fn add_definitions(&self, definitions: Vec<ToolDefinition>) -> Result<Registration, RegisterError> {
        let names = definitions.iter().map(|definition| definition.name().to_owned()).collect();
        // Shared, so that a refused one goes after the lock of changes.
        let definitions: Vec<_> = definitions.into_iter().map(Arc::new).collect();
        let mut next = definitions.iter();
        self.add(names, next.len(), &mut |layer, number, inherited| match next.next() {
            Some(definition) => layer.add_tool(number, definition.clone(), inherited),
            None => Ok(()),
        })
    }

    pub(super) fn add_program_tool(&self, definition: ToolDefinition) -> Result<Registration, RegisterError> {
        let definition = Arc::new(definition);
        self.add_one(vec![super::name::PROGRAM_TOOL.to_owned()], |layer, number, inherited| {
            layer.add_program_tool(number, definition.clone(), inherited)
        })
    }

    fn add_one(
        &self,
        names: Vec<String>,
        mut edit: impl FnMut(&mut Layer, u64, Option<&View>) -> Result<(), RegisterError>,
    ) -> Result<Registration, RegisterError> {
        self.add(names, 1, &mut edit)
    }

    /// Adds some things or none, tells who wants to hear of it, and takes them back when one of those objects (contract R8).
    fn add(&self, names: Vec<String>, count: usize, edit: Edit<'_>) -> Result<Registration, RegisterError> {
        let numbers: Vec<u64> = (0..count).map(|_| self.0.shared.number()).collect();
        self.0.edit(&numbers, edit)?;
        let guard = self.0.guard_of(numbers);
        match self.0.tell(ChangeKind::Added, names) {
            None => Ok(guard),
            Some(reason) => {
                guard.dispose();
                Err(RegisterError::Objection { reason })
            }
        }
    }
}

impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("name", &self.name()).field("tools", &self.0.view().names()).finish()
    }
}

/// Takes back what a plugin has registered by now, unless it is done: it may fail, and it may panic.
struct Installing<'a>(Option<&'a Owner>);

impl Installing<'_> {
    fn done(mut self) {
        self.0 = None;
    }
}

impl Drop for Installing<'_> {
    fn drop(&mut self) {
        if let Some(owner) = self.0 {
            owner.abandon();
        }
    }
}

impl Shared {
    fn new(options: RegistryOptions) -> Self {
        let (next_registration, next_call) = (AtomicU64::new(1), AtomicU64::new(1));
        Self { options, change: Mutex::new(()), next_registration, next_call }
    }

    /// An id for a call that came without one.
    pub(crate) fn call_id(&self) -> CallId {
        format!("call-{}", self.next_call.fetch_add(1, Ordering::Relaxed)).into()
    }

    fn changing(&self) -> Changing<'_> {
        Changing { _lock: lock(&self.change), gone: Vec::new() }
    }

    fn number(&self) -> u64 {
        self.next_registration.fetch_add(1, Ordering::Relaxed)
    }
}

impl ScopeInner {
    fn new(name: Arc<str>, parent: Option<Scope>, shared: Arc<Shared>) -> Self {
        Self {
            name,
            parent,
            children: Mutex::default(),
            layer: Mutex::default(),
            owners: Mutex::default(),
            view: RwLock::new(Arc::new(View::unresolved(shared.clone()))),
            shared,
        }
    }

    /// What this scope sees now.
    #[inline]
    pub(crate) fn view(self: &Arc<Self>) -> Arc<View> {
        let view = self.latest();
        if view.is_stale() { self.resolved() } else { view }
    }

    #[inline]
    fn latest(&self) -> Arc<View> {
        self.view.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    #[cold]
    fn resolved(self: &Arc<Self>) -> Arc<View> {
        self.resolve(&mut self.shared.changing())
    }

    /// The view, made anew where something changed.
    fn resolve(self: &Arc<Self>, change: &mut Changing<'_>) -> Arc<View> {
        let current = self.latest();
        if !current.is_stale() {
            return current;
        }
        let inherited = self.inherited(change);
        let own = lock(&self.layer);
        let view = View::resolve(self.shared.clone(), Arc::downgrade(self), inherited.as_deref(), &own);
        let view = Arc::new(view);
        let mut latest = self.view.write().unwrap_or_else(PoisonError::into_inner);
        change.bury(std::mem::replace(&mut *latest, view.clone()));
        view
    }

    fn inherited(&self, change: &mut Changing<'_>) -> Option<Arc<View>> {
        self.parent.as_ref().map(|parent| parent.0.resolve(change))
    }

    fn grow_stale(&self, change: &mut Changing<'_>) {
        // Put away at once: what was taken back shall not live on in a view that nobody looks at.
        let mut latest = self.view.write().unwrap_or_else(PoisonError::into_inner);
        if !latest.is_stale() {
            change.bury(std::mem::replace(&mut *latest, Arc::new(View::unresolved(self.shared.clone()))));
        }
        drop(latest);
        let children: Vec<Arc<Self>> = lock(&self.children).iter().filter_map(Weak::upgrade).collect();
        children.iter().for_each(|child| child.grow_stale(change));
        // The last handle of one may have gone meanwhile.
        change.bury(children);
    }

    fn edit(self: &Arc<Self>, numbers: &[u64], edit: Edit<'_>) -> Result<(), RegisterError> {
        let mut change = self.shared.changing();
        let inherited = self.inherited(&mut change);
        let mut layer = lock(&self.layer);
        let edited = numbers.iter().try_for_each(|number| edit(&mut layer, *number, inherited.as_deref()));
        if edited.is_err() {
            change.bury(layer.take(numbers));
        }
        drop(layer);
        self.grow_stale(&mut change);
        edited
    }

    fn guard_of(self: &Arc<Self>, numbers: Vec<u64>) -> Registration {
        let scope = Arc::downgrade(self);
        Registration::new(move || {
            if let Some(scope) = scope.upgrade() {
                scope.take_back(|layer| layer.take(&numbers));
            }
        })
    }

    /// Takes back what `take` takes out of the layer, and tells who wants to hear of it, if there was something.
    fn take_back(&self, take: impl FnOnce(&mut Layer) -> Layer) {
        let gone = {
            let mut change = self.shared.changing();
            let gone = take(&mut lock(&self.layer));
            self.grow_stale(&mut change);
            gone
        };
        if !gone.is_empty() {
            // What goes cannot be held up.
            let _ = self.tell(ChangeKind::Removed, gone.names());
        }
    }

    /// Tells the observers of this scope and of those above it; gives the first objection.
    fn tell(&self, kind: ChangeKind, names: Vec<String>) -> Option<String> {
        let observers = self.observers();
        if observers.is_empty() {
            return None;
        }
        let change = Change { scope: self.name.to_string(), kind, names };
        let mut objection = None;
        for observer in observers {
            let told = caught(|| observer.changed(&change));
            let said = told.unwrap_or_else(|_| Some("a change observer panicked".to_owned()));
            objection = objection.or(said);
        }
        objection
    }

    fn observers(&self) -> Vec<Arc<dyn ChangeObserver>> {
        let mut observers = self.parent.as_ref().map(|parent| parent.0.observers()).unwrap_or_default();
        observers.extend(lock(&self.layer).observers.iter().map(|held| held.item.clone()));
        observers
    }
}

impl fmt::Debug for ScopeInner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("name", &self.name).finish_non_exhaustive()
    }
}
