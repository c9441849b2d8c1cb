//! [`ToolDefinition`]: a tool without its types, as a registry keeps it.

use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use serde_json::Value;

use crate::args::checked;
use crate::content::Content;
use crate::context::{Needs, ToolContext};
use crate::error::{ErrorCode, ToolError, ToolResult};
use crate::json::{Direction, Reader, Tree};
use crate::outcome::{OutcomeInfo, ToolName};
use crate::schema::table::Ops;
use crate::schema::{Schema, ToolValue, Violations};
use crate::tool::{Effect, Mode, OutputOf, Tool, ToolReturn, ToolSpec};
use crate::value::CanonicalValue;

/// A registered tool, immutable (contract R4): what a host may know of it, and the functions that the pipeline calls.
pub struct ToolDefinition {
    pub(crate) name: ToolName,
    pub(crate) description: Cow<'static, str>,
    /// Where it came from, for the error that names two of one name.
    pub(crate) origin: Cow<'static, str>,
    pub(crate) effect: Option<Effect>,
    pub(crate) idempotent: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) parameters: Parameters,
    pub(crate) output: Schema,
    pub(crate) needs: Needs,
    /// Whether the tool makes its content itself.
    pub(crate) renders: bool,
    /// Whether the tool has a last word on its content.
    pub(crate) finalizes: bool,
    pub(crate) runner: Box<dyn Runner>,
}

/// The parameter schema: ours, or one that is passed on as it came (contract S13).
pub(crate) enum Parameters {
    /// Validated and repaired against.
    Enforced(Schema),
    /// The tool validates by itself.
    Foreign(Tree),
}

impl ToolDefinition {
    /// The definition of an annotated tool.
    pub fn of<T: Tool>(tool: T) -> Self {
        let mut needs = Needs::default();
        T::needs(&mut needs);
        let types = (T::Args::OPS, OutputOf::<T>::OPS);
        let hooks = (T::HOOKS.render.is_some(), T::HOOKS.finalize_content.is_some());
        Self::typed(T::SPEC, std::any::type_name::<T>(), needs, types, hooks, Box::new(Typed(Arc::new(tool))))
    }

    /// All of it that needs no type.
    fn typed(
        spec: ToolSpec,
        origin: &'static str,
        needs: Needs,
        (arguments, output): (&'static Ops, &'static Ops),
        (renders, finalizes): (bool, bool),
        runner: Box<dyn Runner>,
    ) -> Self {
        Self {
            name: spec.name.into(),
            description: spec.description.into(),
            origin: origin.into(),
            effect: spec.effect,
            idempotent: spec.idempotent,
            timeout: spec.timeout,
            parameters: Parameters::Enforced(Schema::parameters_of(arguments)),
            output: Schema::output_of(output),
            needs,
            renders,
            finalizes,
            runner,
        }
    }

    /// The name that a model calls.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// What a model is told.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// What the tool does to the world, if it says so.
    pub fn effect(&self) -> Option<Effect> {
        self.effect
    }

    /// Whether calling twice is calling once.
    pub fn is_idempotent(&self) -> bool {
        self.idempotent
    }

    /// How long a call may take.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// The parameter schema as JSON.
    pub fn parameters(&self) -> Value {
        match &self.parameters {
            Parameters::Enforced(schema) => schema.to_json(),
            Parameters::Foreign(schema) => Value::clone(schema),
        }
    }

    /// The output schema.
    pub fn output(&self) -> &Schema {
        &self.output
    }

    /// Whether a call with these arguments may overlap others that say so too. Invalid arguments, no classifier and a failing
    /// one mean that it may not (contract C1).
    pub fn is_concurrency_safe(&self, arguments: &str) -> bool {
        let classify = std::panic::AssertUnwindSafe(|| self.runner.concurrency_safe(arguments));
        std::panic::catch_unwind(classify).unwrap_or(false)
    }
}

impl fmt::Debug for ToolDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDefinition")
            .field("name", &self.name())
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

/// How the text of the arguments is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Whatever is out of the ordinary is refused, so that the careful way looks at it.
    Strict,
    /// The careful way has looked.
    Careful,
}

pub(crate) type Body<'a> = Pin<Box<dyn Future<Output = ToolResult<CanonicalValue>> + Send + 'a>>;

/// What became of a text of arguments and the body that it was for.
pub(crate) enum Start<'a> {
    /// The text is no such arguments; without violations, nobody has looked for them.
    Refused(Violations),
    /// The body ran to its end.
    Done(ToolResult<CanonicalValue>),
    /// The body has not been polled.
    Ready(Body<'a>),
}

/// The functions of a tool whose types are gone.
pub(crate) trait Runner: Send + Sync {
    /// Reads the arguments and makes the body ready; an inline body runs.
    fn start<'a>(&'a self, text: &'a str, reading: Reading, cx: &'a ToolContext) -> Start<'a>;

    /// Makes the model's content of a value; nothing when the tool leaves that to the value.
    fn render(&self, text: &str, value: &CanonicalValue) -> Option<Content>;

    /// The last word on the content.
    fn finalize(&self, text: &str, content: Content, info: &OutcomeInfo<'_>) -> Content {
        let _ = (text, info);
        content
    }

    /// What the pure classifier says.
    fn concurrency_safe(&self, text: &str) -> bool;
}

struct Typed<T>(Arc<T>);

impl<T: Tool> Typed<T> {
    /// Hooks read the arguments again: the body owned its own, and few tools have hooks over them.
    fn args(text: &str) -> Option<T::Args> {
        checked(Reader::new(text, Direction::Input)).ok()
    }
}

impl<T: Tool> Runner for Typed<T> {
    fn start<'a>(&'a self, text: &'a str, reading: Reading, cx: &'a ToolContext) -> Start<'a> {
        let reader = match reading {
            Reading::Strict => Reader::strict(text, Direction::Input),
            Reading::Careful => Reader::new(text, Direction::Input),
        };
        let args = match checked::<T::Args>(reader) {
            Ok(args) => args,
            Err(violations) => return Start::Refused(violations),
        };
        match T::SPEC.mode {
            Mode::Async => Start::Ready(Box::pin(run(self.0.execute(args, cx)))),
            Mode::Inline => Start::Done(run_now(self.0.execute(args, cx))),
            Mode::Blocking => {
                let (tool, cx) = (self.0.clone(), cx.detach());
                Start::Ready(Box::pin(run_blocking(Box::new(move || run_now(tool.execute(args, &cx))))))
            }
        }
    }

    fn render(&self, text: &str, value: &CanonicalValue) -> Option<Content> {
        let render = T::HOOKS.render?;
        Some(render(&Self::args(text)?, value.downcast_ref()?))
    }

    fn finalize(&self, text: &str, content: Content, info: &OutcomeInfo<'_>) -> Content {
        match T::HOOKS.finalize_content {
            Some(finalize) => finalize(Self::args(text).as_ref(), content, info),
            None => content,
        }
    }

    fn concurrency_safe(&self, text: &str) -> bool {
        match T::HOOKS.concurrency_safe {
            Some(classify) => Self::args(text).is_some_and(|args| classify(&args)),
            None => false,
        }
    }
}

async fn run<R: ToolReturn>(body: impl Future<Output = R>) -> ToolResult<CanonicalValue> {
    body.await.into_result().map(CanonicalValue::new)
}

/// Polls a body that never waits.
fn run_now<R: ToolReturn>(body: impl Future<Output = R>) -> ToolResult<CanonicalValue> {
    match pin!(body).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value.into_result().map(CanonicalValue::new),
        Poll::Pending => Err(ToolError::new(ErrorCode::FAILED, "the tool waits although it is declared inline")),
    }
}

/// A body on the blocking pool, boxed so that the machinery of a task exists once and not per tool.
async fn run_blocking(body: Box<dyn FnOnce() -> ToolResult<CanonicalValue> + Send>) -> ToolResult<CanonicalValue> {
    let runtime =
        tokio::runtime::Handle::try_current().map_err(|error| ToolError::of(ErrorCode::FAILED).because(error))?;
    let body = runtime.spawn_blocking(body);
    match body.await {
        Ok(result) => result,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(error) => Err(ToolError::of(ErrorCode::ABORTED).because(error)),
        },
    }
}
