//! `tools![…]`, and what its expansion calls.

use std::mem::ManuallyDrop;

use crate::definition::ToolDefinition;
use crate::registry::ToolSet;
use crate::tool::Tool;

/// A set of tools that registers as one. Two unit tools of one name do not compile; the names of instances are compared when the
/// set registers.
///
/// ```
/// use tool_sdk::prelude::*;
///
/// /// Answer at once.
/// #[tool]
/// fn ping() -> String {
///     "pong".to_owned()
/// }
///
/// /// Add two numbers.
/// #[tool(parallel)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let registry = Registry::new();
/// registry.register_all(tools![Ping, Add])?.keep();
/// assert_eq!(registry.schemas().len(), 2);
/// # Ok::<(), RegisterError>(())
/// ```
#[macro_export]
macro_rules! tools {
    ($($tool:tt)*) => {
        $crate::__private::tools! { $crate; $($tool)* }
    };
}

/// A tool beside its name, which a constant can compare with others. Constants drop nothing, hence the wrapper.
#[derive(Debug)]
pub struct Named<T> {
    /// The name that a model calls.
    pub name: &'static str,
    tool: ManuallyDrop<T>,
    define: fn(T) -> ToolDefinition,
}

/// The only function of an expansion that asks whether something is a tool.
pub const fn named<T: Tool>(tool: T) -> Named<T> {
    Named { name: T::SPEC.name, tool: ManuallyDrop::new(tool), define: ToolDefinition::of::<T> }
}

impl ToolSet {
    /// One more, of which is known already that it is a tool.
    #[doc(hidden)]
    #[must_use]
    pub fn and<T>(self, tool: Named<T>) -> Self {
        self.with_definition((tool.define)(ManuallyDrop::into_inner(tool.tool)))
    }
}
