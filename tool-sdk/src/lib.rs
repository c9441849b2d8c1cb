//! Tools that language-model agents call, from annotated Rust.
#![doc = ""]

#[doc(hidden)]
pub mod __private;
pub mod args;
pub mod json;
pub mod schema;
pub mod testing;

mod call;
mod content;
mod context;
mod definition;
mod error;
mod outcome;
mod pipeline;
mod raw;
mod registry;
mod tool;
mod value;

pub use call::{Arguments, ToolCall};
pub use content::{Block, Content, Image};
pub use context::{CallId, CallToken, FromCall, Needs, State, ToolContext};
pub use definition::ToolDefinition;
pub use error::{CodeExt, ErrorCode, Retry, ToolError, ToolResult};
pub use outcome::{Failure, Outcome, OutcomeInfo, ToolName};
pub use raw::RawTool;
pub use registry::{RegisterError, Registration, Registry, RegistryOptions, ToolSchema, ToolSet, check_name};
pub use schema::{Invalid, JsonMap, NoArgs, Nullable, ToolArgs, ToolValue};
#[cfg(feature = "macros")]
pub use tool_sdk_macros::{ToolArgs, ToolValue, tool, tools};
pub use tool::{Effect, Hooks, OutputOf, Tool, ToolReturn, ToolSpec};
pub use value::CanonicalValue;

/// What a file with tools needs: `use tool_sdk::prelude::*;`
pub mod prelude {
    pub use crate::{
        CodeExt, Content, Invalid, JsonMap, Nullable, Outcome, RegisterError, Registry, State, Tool, ToolArgs, ToolCall,
        ToolContext, ToolError, ToolResult, ToolValue,
    };
    #[cfg(feature = "macros")]
    pub use crate::{tool, tools};
}
