//! [`Registry`]: the tools that a host has, each until its guard goes.

mod error;
mod guard;
mod name;
mod table;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

pub use error::RegisterError;
pub use guard::Registration;
pub use name::check_name;
pub(crate) use table::Table;
pub use table::ToolSchema;

use crate::call::ToolCall;
use crate::definition::ToolDefinition;
use crate::json::{Limits, MAX_DEPTH};
use crate::outcome::Outcome;
use crate::raw::RawTool;
use crate::tool::Tool;

/// What a registry does to every call.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RegistryOptions {
    /// Limits of argument texts. A depth beyond [`MAX_DEPTH`] counts as that.
    pub limits: Limits,
    /// Whether lossless mistakes of models are mended (contract E17); on by default.
    pub repair: bool,
}

impl Default for RegistryOptions {
    fn default() -> Self {
        Self { limits: Limits::default(), repair: true }
    }
}

/// The tools of a host. Cloning gives another handle of the same registry.
///
/// A call works on the table of tools as it stood when the call began; registering makes a new table and never waits for calls.
///
/// ```
/// use tool_sdk::prelude::*;
///
/// /// Say hello.
/// #[tool]
/// fn greet(
///     /// Whom.
///     name: String,
/// ) -> String {
///     format!("Hello, {name}!")
/// }
///
/// # tool_sdk::testing::block_on(async {
/// let registry = Registry::new();
/// registry.register(Greet)?.keep();
/// let outcome = registry.call(ToolCall::new("greet", r#"{"name": "Ada"}"#)).await;
/// assert_eq!(outcome.text(), "Hello, Ada!");
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct Registry(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    table: RwLock<Arc<Table>>,
    next_registration: AtomicU64,
    next_call: AtomicU64,
}

impl Default for Registry {
    fn default() -> Self {
        Self::new()
    }
}

impl Registry {
    /// A registry without tools, with the default options.
    pub fn new() -> Self {
        Self::with_options(RegistryOptions::default())
    }

    /// A registry without tools.
    pub fn with_options(mut options: RegistryOptions) -> Self {
        options.limits.depth = options.limits.depth.min(MAX_DEPTH);
        Self(Arc::new(Inner {
            table: RwLock::new(Arc::new(Table::new(options))),
            next_registration: AtomicU64::new(1),
            next_call: AtomicU64::new(1),
        }))
    }

    /// Adds a tool until the guard goes.
    ///
    /// # Errors
    /// A name that is illegal, reserved or taken; missing state; a zero timeout; a default or example that breaks its own rules.
    pub fn register<T: Tool>(&self, tool: T) -> Result<Registration, RegisterError> {
        self.add(vec![ToolDefinition::of(tool)])
    }

    /// Adds all tools of a set or none; one guard holds them.
    ///
    /// # Errors
    /// As [`register`](Self::register); also an empty set.
    pub fn register_all(&self, tools: ToolSet) -> Result<Registration, RegisterError> {
        if tools.0.is_empty() {
            return Err(RegisterError::EmptySet);
        }
        self.add(tools.0)
    }

    /// Adds a tool without Rust types.
    ///
    /// # Errors
    /// As [`register`](Self::register); also a schema outside the enforced subset, with every violation.
    pub fn register_raw(&self, tool: RawTool) -> Result<Registration, RegisterError> {
        self.add(vec![tool.into_definition()?])
    }

    /// Gives a value to the tools that ask for `State<T>`. It stays for the registry's lifetime.
    ///
    /// # Errors
    /// A value of this type is there already.
    pub fn provide<T: Send + Sync + 'static>(&self, state: T) -> Result<(), RegisterError> {
        let state = Arc::new(state);
        self.change(|table| table.provide(state))
    }

    /// What a model is offered, in the order of registration: name, description and parameters, nothing else (contract R3).
    pub fn schemas(&self) -> Arc<[ToolSchema]> {
        self.table().schemas()
    }

    /// The definition of a tool.
    pub fn definition(&self, name: &str) -> Option<Arc<ToolDefinition>> {
        self.table().get(name).cloned()
    }

    /// Runs one call to its one outcome. Nothing that the model, the tool or its types do makes this fail or panic.
    ///
    /// Cancel a call by its signal: the registry then waits for the body. Dropping this future abandons the call: the body is
    /// dropped where it waits, and there is no outcome (contract E9).
    pub fn call<'a>(&'a self, call: ToolCall<'a>) -> impl Future<Output = Outcome> + Send + 'a {
        crate::pipeline::run(self.table(), &self.0, call)
    }

    pub(crate) fn table(&self) -> Arc<Table> {
        self.0.table.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, definitions: Vec<ToolDefinition>) -> Result<Registration, RegisterError> {
        let mut ids = Vec::with_capacity(definitions.len());
        self.change(|table| {
            for definition in definitions {
                let id = self.0.next_registration.fetch_add(1, Ordering::Relaxed);
                table.insert(id, definition)?;
                ids.push(id);
            }
            Ok(())
        })?;
        Ok(Registration::new(&self.0, ids))
    }

    fn change<T>(&self, edit: impl FnOnce(&mut Table) -> Result<T, RegisterError>) -> Result<T, RegisterError> {
        self.0.change(edit)
    }
}

impl Inner {
    /// Edits a copy of the table and puts it in place only when the edit succeeded.
    fn change<T, E>(&self, edit: impl FnOnce(&mut Table) -> Result<T, E>) -> Result<T, E> {
        let mut current = self.table.write().unwrap_or_else(PoisonError::into_inner);
        let mut next = current.edited();
        let outcome = edit(&mut next)?;
        *current = Arc::new(next);
        Ok(outcome)
    }

    pub(crate) fn fresh_call_id(&self) -> crate::context::CallId {
        format!("call-{}", self.next_call.fetch_add(1, Ordering::Relaxed)).into()
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registry").field(&self.table().names()).finish()
    }
}

/// Tools that register together: `tools![ReadFile, Edit::new(workspace)]`.
#[derive(Debug, Default)]
pub struct ToolSet(Vec<ToolDefinition>);

impl ToolSet {
    /// No tool yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// One more.
    #[must_use]
    pub fn with<T: Tool>(self, tool: T) -> Self {
        self.with_definition(ToolDefinition::of(tool))
    }

    pub(crate) fn with_definition(mut self, definition: ToolDefinition) -> Self {
        self.0.push(definition);
        self
    }

    /// The definitions in order.
    pub fn definitions(&self) -> &[ToolDefinition] {
        &self.0
    }
}
