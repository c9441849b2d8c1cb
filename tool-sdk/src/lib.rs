//! Tools that language-model agents call, from annotated Rust.
//!
//! A tool author annotates a function or an `impl` with [`#[tool]`](macro@tool) and derives [`ToolArgs`](macro@ToolArgs) and
//! [`ToolValue`](macro@ToolValue) on its types. That one declaration gives
//!
//! * the **typed arguments** and the decoder that fills them,
//! * the **parameter schema** that a model is offered,
//! * the **output schema** of the canonical value,
//! * the **text** that a model reads of a value.
//!
//! ```
//! use tool_sdk::prelude::*;
//!
//! /// Where a match was found.
//! #[derive(ToolValue)]
//! struct Match {
//!     /// Line number, counted from 1.
//!     line: u32,
//!     text: String,
//! }
//!
//! /// Find lines that contain a word.
//! #[tool(parallel, effect = read)]
//! fn find(
//!     /// The text to look through.
//!     text: String,
//!     /// The word to look for.
//!     #[arg(non_empty)]
//!     word: String,
//!     /// Stop after this many.
//!     #[arg(min = 1, max = 100, default = 10, alias = "max")]
//!     limit: u32,
//! ) -> Vec<Match> {
//!     let numbered = text.lines().zip(1..);
//!     let matches = numbered.filter(|(line, _)| line.contains(&word)).take(limit as usize);
//!     matches.map(|(line, n)| Match { line: n, text: line.to_owned() }).collect()
//! }
//!
//! # tool_sdk::testing::block_on(async {
//! let registry = Registry::new();
//! registry.register(Find)?.keep();
//! let call = ToolCall::new("find", r#"{"text": "a\nbee\nsee", "word": "ee", "max": 1}"#);
//! let outcome = registry.call(call).await;
//! let matches: &Vec<Match> = outcome.value().and_then(|value| value.downcast_ref()).expect("two lines match");
//! assert_eq!(matches[0].line, 2);
//! # Ok::<(), RegisterError>(())
//! # }).unwrap();
//! ```
//!
//! # One call
//!
//! [`Scope::call`] takes the text that a model wrote and gives exactly one [`Outcome`], whatever happens:
//!
//! 1. The text is read straight into the arguments. No JSON tree is built.
//! 2. If that fails, it is read again, carefully. What a model got wrong without losing anything is **mended** and listed: a
//!    number written as a string, `null` for an absent key, arguments encoded twice, an alias. What is left over is refused with
//!    **every** violation at once.
//! 3. The policies of the scope decide, where there are any: see [`guide::hooks`].
//! 4. The body runs: `async` where it waits, at once where it does not, on the blocking pool where it says `blocking`.
//! 5. Its value is checked for what types cannot exclude, and **rendered**: a string as it is, anything else as JSON, or as the
//!    type or the tool says.
//!
//! | what happens | the outcome's code |
//! | --- | --- |
//! | broken JSON, arguments that do not fit, a `check` that refuses | `INVALID_ARGS` |
//! | no tool of that name | `UNKNOWN_TOOL` |
//! | the body returns an error | its own code, or `FAILED` |
//! | the body panics | `PANICKED` |
//! | the value breaks a rule or is not finite, `render` panics | `INVALID_TOOL_OUTPUT` |
//! | cancelled before the body, or during it | `ABORTED_BEFORE_DISPATCH`, `ABORTED` |
//! | the declared timeout passed | `TOOL_TIMEOUT` |
//! | a policy or a guard denies it | `DENIED` |
//! | it needs an approval and gets none | `APPROVAL_REJECTED`, `APPROVAL_CANCELLED`, `APPROVAL_UNAVAILABLE` |
//! | a policy withholds the result | `BLOCKED` |
//!
//! [`Scope::call_all`] runs the calls of one turn: safe ones overlap, an exclusive one is a barrier, and the outcomes stand in the
//! order of the calls.
//!
//! # Which item for what
//!
//! | you want to | use |
//! | --- | --- |
//! | write a tool | [`#[tool]`](macro@tool), or the trait [`Tool`] by hand |
//! | import a tool with a JSON schema | [`RawTool`] |
//! | leave parameters out of one instance | the hook `narrow`, [`Narrow`] |
//! | run what a model asked for at once | [`Scope::call_all`], [`Limits`] |
//! | fail with a code | [`ToolError`], [`CodeExt`] |
//! | share state with tools | [`Scope::provide`], [`State`] |
//! | stop, wrap or judge calls | [`guide::hooks`] |
//! | limit, repeat or measure calls | [`layers`] |
//! | look at a schema, validate a tree | [`schema::Schema`] |
//! | show what a call does | `present_call`, `present_result`, or declared by the derives; [`present`] |
//! | keep a log and replay it | [`session`] |
//! | decode outside a call | [`args::decode`] |
//! | tell a model more than descriptions | [`prompt::Section`] |
//! | make the system prompt | [`prompt::PromptBuilder`] |
//! | test a tool | [`testing`] |
//!
//! # Features
//!
//! | feature | brings |
//! | --- | --- |
//! | `macros` (default) | the attribute and the derives |
//! | `url`, `uuid`, `chrono`, `jiff` | [`ToolValue`] for the types of those crates |
//!
//! Linux and macOS; see the repository for what is promised and how it is tested.

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[doc(hidden)]
pub mod __private;
pub mod args;
// Text alone, which only documentation needs.
#[cfg(doc)]
pub mod guide;
pub mod json;
pub mod layers;
pub mod present;
pub mod prompt;
pub mod schema;
pub mod session;
pub mod testing;

mod agent;
pub mod approve;
mod call;
mod cards;
mod confine;
mod contain;
mod content;
mod context;
mod definition;
mod error;
mod nested;
mod outcome;
mod pipeline;
mod progress;
mod raw;
mod registry;
mod schedule;
mod tool;
#[cfg(feature = "macros")]
mod tools;
mod value;

pub use agent::{Agent, AgentBuilder, AgentDisposed, Context, Source, Turn};
pub use call::{Arguments, CallInfo, ToolCall};
pub use cards::ToolTypes;
pub use confine::{Confinement, ConfinementMode, SandboxPermissions, Widening, WideningError, scratch_folders};
pub use content::{Block, Content, Image};
pub use context::{CallId, CallToken, FromCall, Needs, State, ToolContext};
pub use definition::ToolDefinition;
pub use error::{CodeExt, ErrorCode, Retry, ToolError, ToolResult};
pub use nested::Nested;
pub use outcome::{Failure, Outcome, OutcomeInfo, ToolName};
pub use pipeline::{
    AroundCall, AroundExecute, Decision, Execution, Guard, GuardCall, IntoDecision, IntoVerdict, Next, Observer,
    OnResult, PostCall, PostExecute, PreCall, PreExecute, Verdict,
};
pub use progress::Progress;
pub use raw::RawTool;
pub use registry::{
    Allow, Change, ChangeAnswer, ChangeKind, Deny, Owner, Plugin, RegisterError, Registration, Registry,
    RegistryOptions, Restriction, Scope, ToolSchema, ToolSet, check_name,
};
pub use schedule::Limits;
pub use schema::{Invalid, JsonMap, Narrow, NoArgs, Nullable, ToolArgs, ToolValue};
pub use tool::{Effect, Hooks, OutputOf, Tool, ToolReturn, ToolSpec};
#[cfg(feature = "macros")]
pub use tool_sdk_macros::{ToolArgs, ToolValue, tool};
pub use value::CanonicalValue;

/// What a file with tools needs: `use tool_sdk::prelude::*;`
pub mod prelude {
    pub use crate::layers::deadline;
    pub use crate::{
        CodeExt, Content, Invalid, JsonMap, Limits, Narrow, Nullable, Outcome, RegisterError, Registry, State, Tool,
        ToolArgs, ToolCall, ToolContext, ToolError, ToolResult, ToolValue,
        present::{CallView, FileDiff, Presented, ResultView},
    };
    #[cfg(feature = "macros")]
    pub use crate::{tool, tools};
}
