//! [`Tool`]: what an author writes, mostly through `#[tool]`.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use crate::content::Content;
use crate::context::{Needs, ToolContext};
use crate::error::{ToolError, ToolResult};
use crate::outcome::OutcomeInfo;
use crate::present::{CallView, Finished, ResultView};
use crate::schema::{Narrow, ToolArgs, ToolValue, Violations};

/// A tool: typed arguments in, a canonical value out, and everything else derived from the two types.
///
/// `#[tool]` on a function or an `impl` writes this impl. By hand it is:
///
/// ```
/// use tool_sdk::prelude::*;
/// use tool_sdk::{NoArgs, ToolSpec};
///
/// struct Ping;
///
/// impl Tool for Ping {
///     type Args = NoArgs;
///     type Return = String;
///     const SPEC: ToolSpec = ToolSpec::new("ping", "Answer at once.");
///
///     async fn execute(&self, _: NoArgs, _: &ToolContext) -> String {
///         "pong".to_owned()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "no `#[tool]` stands on it",
    note = "put `#[tool]` on a function or on an `impl` block with `execute`, and register the type that it gives"
)]
pub trait Tool: Send + Sync + Sized + 'static {
    /// The typed arguments; their schema is the parameter schema.
    type Args: ToolArgs;
    /// What [`execute`](Self::execute) returns: a value, or a `Result` of one.
    type Return: ToolReturn;
    /// Name, description and how the tool runs.
    const SPEC: ToolSpec;
    /// Pure functions over arguments and value.
    const HOOKS: Hooks<Self> = Hooks::new();

    /// Does the work. Returns the canonical value only (contract E7); text for the model is made from it afterwards.
    fn execute(&self, args: Self::Args, cx: &ToolContext) -> impl Future<Output = Self::Return> + Send;

    /// States what the registry has to have for this tool.
    fn needs(needs: &mut Needs) {
        let _ = needs;
    }

    /// Leaves out of the declaration what this instance does not have (contract S15); asked once, when it registers.
    fn narrow(&self, narrow: &mut Narrow) {
        let _ = narrow;
    }
}

/// The value that a tool returns.
pub type OutputOf<T> = <<T as Tool>::Return as ToolReturn>::Value;

/// What a body returns: a tool value, or a `Result` of one with any error that [`ToolError`] takes.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "neither a tool value nor a `Result` of one",
    note = "return a type that derives `ToolValue`, or `ToolResult` of one",
    note = "the error of a `Result` is any `std::error::Error + Send + Sync`, a string, or `ToolError` itself",
    note = "content for the model is no value: return what it says, and put the prose into `render`"
)]
pub trait ToolReturn: Send {
    /// The canonical value.
    type Value: ToolValue;

    /// The value or the error.
    ///
    /// # Errors
    /// What the body returned.
    fn into_result(self) -> ToolResult<Self::Value>;
}

impl<T: ToolValue> ToolReturn for T {
    type Value = T;

    fn into_result(self) -> ToolResult<T> {
        Ok(self)
    }
}

impl<T: ToolValue, E: Into<ToolError> + Send> ToolReturn for Result<T, E> {
    type Value = T;

    fn into_result(self) -> ToolResult<T> {
        self.map_err(Into::into)
    }
}

/// What a tool does to the world; feeds annotations and default policies, never dispatch (decision D37).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect {
    /// Looks only.
    Read,
    /// Adds or changes.
    Write,
    /// May destroy what cannot be brought back.
    Destructive,
    /// Reaches beyond this machine.
    External,
}

/// How a body runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It may wait; it is polled.
    Async,
    /// It runs to its end at once, on the caller's thread.
    Inline,
    /// It runs to its end on the blocking pool (contract C4).
    Blocking,
}

/// Name, description and how a tool runs.
#[derive(Clone, Copy, Debug)]
pub struct ToolSpec {
    /// The name that a model calls.
    pub name: &'static str,
    /// What a model is told.
    pub description: &'static str,
    pub(crate) effect: Option<Effect>,
    pub(crate) idempotent: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) droppable: bool,
    pub(crate) repair: bool,
    pub(crate) mode: Mode,
}

impl ToolSpec {
    /// An asynchronous tool about whose effects nothing is said.
    pub const fn new(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            description,
            effect: None,
            idempotent: false,
            timeout: None,
            droppable: false,
            repair: true,
            mode: Mode::Async,
        }
    }

    /// What the tool does to the world.
    #[must_use]
    pub const fn effect(mut self, effect: Effect) -> Self {
        self.effect = Some(effect);
        self
    }

    /// Calling twice is calling once.
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// How long a call may take; zero is refused when the tool registers.
    #[must_use]
    pub const fn timeout_ms(mut self, ms: u64) -> Self {
        self.timeout = Some(Duration::from_millis(ms));
        self
    }

    /// After a cancel or at its timeout the body is dropped where it waits, instead of awaited (contract E9): for bodies that
    /// leave nothing half done there.
    #[must_use]
    pub const fn drop_on_cancel(mut self) -> Self {
        self.droppable = true;
        self
    }

    /// Lossless mistakes of models are refused, not mended (contract E17).
    #[must_use]
    pub const fn no_repair(mut self) -> Self {
        self.repair = false;
        self
    }

    /// The body never waits: it runs to its end at its first poll, without a place on the heap.
    #[must_use]
    pub const fn inline(mut self) -> Self {
        self.mode = Mode::Inline;
        self
    }

    /// The body blocks its thread: it runs on tokio's blocking pool.
    #[must_use]
    pub const fn blocking(mut self) -> Self {
        self.mode = Mode::Blocking;
        self
    }
}

type Render<T> = fn(&<T as Tool>::Args, &OutputOf<T>) -> Content;
type Classify<T> = fn(&<T as Tool>::Args) -> bool;
type ProjectMeta<T> = fn(&<T as Tool>::Args, &OutputOf<T>) -> Result<Box<str>, Violations>;
type PresentCall<T> = fn(&<T as Tool>::Args) -> Option<CallView>;
type PresentResult<T> = fn(&<T as Tool>::Args, &Finished<'_>) -> Option<ResultView>;
type Finalize<T> = fn(Option<&<T as Tool>::Args>, Content, &OutcomeInfo<'_>) -> Content;

/// The pure functions of a tool. They are plain function pointers over arguments and value: no instance, no context, no state
/// that a closure could hold.
pub struct Hooks<T: Tool> {
    pub(crate) render: Option<Render<T>>,
    pub(crate) concurrency_safe: Option<Classify<T>>,
    pub(crate) finalize_content: Option<Finalize<T>>,
    pub(crate) presentation_meta: Option<ProjectMeta<T>>,
    pub(crate) present_call: Option<PresentCall<T>>,
    pub(crate) present_result: Option<PresentResult<T>>,
    pub(crate) meta_card: Option<fn(&Finished<'_>) -> Option<ResultView>>,
}

impl<T: Tool> Hooks<T> {
    /// None: the value renders itself, the tool is exclusive, content stays as it is.
    pub const fn new() -> Self {
        Self {
            render: None,
            concurrency_safe: None,
            finalize_content: None,
            presentation_meta: None,
            present_call: None,
            present_result: None,
            meta_card: None,
        }
    }

    /// What a model reads of a value.
    #[must_use]
    pub const fn render(mut self, render: Render<T>) -> Self {
        self.render = Some(render);
        self
    }

    /// Whether a call with these arguments may overlap others that say so too (contract C1).
    #[must_use]
    pub const fn concurrency_safe(mut self, classify: Classify<T>) -> Self {
        self.concurrency_safe = Some(classify);
        self
    }

    /// The last word on the model's text, also of failures. The arguments are absent when they were invalid.
    #[must_use]
    pub const fn finalize_content(mut self, finalize: Finalize<T>) -> Self {
        self.finalize_content = Some(finalize);
        self
    }

    /// What the card needs of a value and what the log keeps for it: its JSON text, or what is wrong with it.
    #[must_use]
    pub const fn presentation_meta(mut self, project: ProjectMeta<T>) -> Self {
        self.presentation_meta = Some(project);
        self
    }

    /// The card that the type of the meta declares.
    #[must_use]
    pub const fn meta_card(mut self, card: Option<fn(&Finished<'_>) -> Option<ResultView>>) -> Self {
        self.meta_card = card;
        self
    }

    /// The card of a pending call.
    #[must_use]
    pub const fn present_call(mut self, present: PresentCall<T>) -> Self {
        self.present_call = Some(present);
        self
    }

    /// The card of a call that has ended.
    #[must_use]
    pub const fn present_result(mut self, present: PresentResult<T>) -> Self {
        self.present_result = Some(present);
        self
    }
}

impl<T: Tool> Default for Hooks<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Tool> fmt::Debug for Hooks<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks")
            .field("render", &self.render.is_some())
            .field("concurrency_safe", &self.concurrency_safe.is_some())
            .field("finalize_content", &self.finalize_content.is_some())
            .field("presentation_meta", &self.presentation_meta.is_some())
            .field("present_call", &self.present_call.is_some())
            .field("present_result", &self.present_result.is_some())
            .finish()
    }
}

/// A hook's parameter: the type that the author wrote, given the one that the tool has.
#[diagnostic::on_unimplemented(
    message = "this hook is given `&{Given}`, not `&{Self}`",
    label = "the tool has no value of this type here",
    note = "a hook takes the type that `execute` takes or returns; `&str` may stand for `&String`, `&[T]` for `&Vec<T>`"
)]
pub trait HookArg<Given: ?Sized> {
    /// The same value, seen as the written type.
    fn of(given: &Given) -> &Self;
}

impl<T> HookArg<T> for T {
    fn of(given: &T) -> &T {
        given
    }
}

impl HookArg<String> for str {
    fn of(given: &String) -> &str {
        given
    }
}

impl HookArg<std::path::PathBuf> for std::path::Path {
    fn of(given: &std::path::PathBuf) -> &std::path::Path {
        given
    }
}

impl<T> HookArg<Vec<T>> for [T] {
    fn of(given: &Vec<T>) -> &[T] {
        given
    }
}

/// What a hook is given. Its type is settled here, before [`seen_as`](Given::seen_as) compares it with the written one.
pub const fn given<G: ?Sized>(given: &G) -> Given<'_, G> {
    Given(given)
}

/// See [`given`].
#[derive(Debug)]
pub struct Given<'a, G: ?Sized>(&'a G);

impl<'a, G: ?Sized> Given<'a, G> {
    /// Hands a hook its parameter as the type that the author wrote.
    pub fn seen_as<W: HookArg<G> + ?Sized>(self) -> &'a W {
        W::of(self.0)
    }
}

/// A synchronous body as a future that runs it at the first poll.
pub fn inline<R: Send, F: FnOnce() -> R + Send>(body: F) -> impl Future<Output = R> + Send {
    Inline(Some(body))
}

struct Inline<F>(Option<F>);

// The body is moved out before it runs and never pinned.
impl<F> Unpin for Inline<F> {}

impl<R, F: FnOnce() -> R> Future for Inline<F> {
    type Output = R;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<R> {
        match self.0.take() {
            Some(body) => Poll::Ready(body()),
            None => Poll::Pending,
        }
    }
}
