//! [`Registry`]: what a host has, in a tree of scopes, each thing until its guard goes.

mod error;
mod filter;
mod guard;
mod layer;
mod name;
mod observe;
mod plugin;
mod schema;
mod scope;
mod view;

use std::fmt;
use std::ops::Deref;
use std::time::Duration;

pub use error::RegisterError;
pub use filter::{Allow, Deny, Restriction};
pub use guard::Registration;
pub use name::check_name;
pub use observe::{Change, ChangeAnswer, ChangeKind};
pub use plugin::{Owner, Plugin};
pub use schema::ToolSchema;
pub use scope::Scope;
pub(crate) use view::View;

use crate::definition::ToolDefinition;
use crate::json::{Limits, MAX_DEPTH};
use crate::tool::Tool;

/// What a registry does to every call.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RegistryOptions {
    /// Limits of argument texts. A depth beyond [`MAX_DEPTH`] counts as that.
    pub limits: Limits,
    /// Whether lossless mistakes of models are mended (contract E17); on by default.
    pub repair: bool,
    /// How long after its cancel or its deadline a body may still run before it is reported (contract E9); 10 seconds by
    /// default. It is awaited all the same.
    pub watchdog: Duration,
    /// Whether arguments and content go into the trace span of a call (contract H5); off by default.
    pub trace_content: bool,
}

impl Default for RegistryOptions {
    fn default() -> Self {
        Self { limits: Limits::default(), repair: true, watchdog: Duration::from_secs(10), trace_content: false }
    }
}

/// The tools of a host, and the root of its [scopes](Scope), all of whose methods it has. Cloning gives another handle of the
/// same registry.
///
/// A call works on what its scope saw when the call began; registering never waits for calls.
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
pub struct Registry(Scope);

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
        Self(Scope::root(options))
    }

    /// Adds the one tool that runs programs; it alone may have the name `run_code` (contract R6).
    ///
    /// # Errors
    /// Another name; there is one already.
    pub fn set_program_tool<T: Tool>(&self, tool: T) -> Result<Registration, RegisterError> {
        self.0.add_program_tool(ToolDefinition::of(tool))
    }
}

impl Deref for Registry {
    type Target = Scope;

    fn deref(&self) -> &Scope {
        &self.0
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registry").field(&self.0).finish()
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
