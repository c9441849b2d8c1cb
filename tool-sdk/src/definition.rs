//! [`ToolDefinition`]: a tool without its types, as a registry keeps it.

use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use serde_json::Value;

use crate::args::checked;
use crate::contain::caught;
use crate::content::Content;
use crate::context::{Needs, ToolContext};
use crate::error::{ErrorCode, ToolError, ToolResult};
use crate::json::{Direction, Reader, Tree};
use crate::outcome::{OutcomeInfo, ToolName};
use crate::registry::ToolSchema;
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
    pub(crate) hooks: ErasedHooks,
    pub(crate) runner: Box<dyn Runner>,
    /// Made when somebody first lists the tool.
    pub(crate) schema: OnceLock<ToolSchema>,
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
        let hooks = Typed::<T>::HOOKS;
        Self::typed(T::SPEC, std::any::type_name::<T>(), needs, types, hooks, Box::new(Typed(Arc::new(tool))))
    }

    /// All of it that needs no type.
    fn typed(
        spec: ToolSpec,
        origin: &'static str,
        needs: Needs,
        (arguments, output): (&'static Ops, &'static Ops),
        hooks: ErasedHooks,
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
            hooks,
            runner,
            schema: OnceLock::new(),
        }
    }

    pub(crate) fn schema(&self) -> &ToolSchema {
        self.schema.get_or_init(|| ToolSchema::of(self))
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
        let Some(classify) = self.hooks.concurrency_safe else { return false };
        caught(|| classify(arguments)).unwrap_or(false)
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

/// A tool whose types are gone.
pub(crate) trait Runner: Send + Sync {
    /// Reads the arguments and makes the body ready; an inline body runs.
    fn start<'a>(&'a self, text: &'a str, reading: Reading, cx: &'a ToolContext) -> Start<'a>;

    /// Reads the arguments and lets them go: whether a body could be started with them.
    fn fits(&self, text: &str, reading: Reading) -> Result<(), Violations>;

    /// Makes a value that somebody else gave the tool's own: of its type, and checked (decision D45).
    fn adopt(&self, value: CanonicalValue) -> Result<CanonicalValue, Violations>;
}

/// The pure hooks of a tool, over the text of its arguments. Only those that the tool has exist, also as machine code.
#[derive(Clone, Copy)]
pub(crate) struct ErasedHooks {
    /// Makes the model's content of a value; nothing when that does not work out.
    pub(crate) render: Option<fn(&str, &CanonicalValue) -> Option<Content>>,
    /// The last word on the content.
    pub(crate) finalize: Option<fn(&str, Content, &OutcomeInfo<'_>) -> Content>,
    /// What the pure classifier says.
    pub(crate) concurrency_safe: Option<fn(&str) -> bool>,
}

impl ErasedHooks {
    pub(crate) const NONE: Self = Self { render: None, finalize: None, concurrency_safe: None };
}

struct Typed<T>(Arc<T>);

type StartBody<T> = for<'a> fn(&'a Arc<T>, <T as Tool>::Args, &'a ToolContext) -> Start<'a>;

impl<T: Tool> Typed<T> {
    /// Chosen in a constant, so that a tool brings the machine code of its own mode alone.
    const START: StartBody<T> = match T::SPEC.mode {
        Mode::Async => start_async::<T>,
        Mode::Inline => start_inline::<T>,
        Mode::Blocking => start_blocking::<T>,
    };

    const HOOKS: ErasedHooks = ErasedHooks {
        render: match T::HOOKS.render {
            Some(_) => Some(render::<T>),
            None => None,
        },
        finalize: match T::HOOKS.finalize_content {
            Some(_) => Some(finalize::<T>),
            None => None,
        },
        concurrency_safe: match T::HOOKS.concurrency_safe {
            Some(_) => Some(concurrency_safe::<T>),
            None => None,
        },
    };
}

impl<T: Tool> Runner for Typed<T> {
    fn start<'a>(&'a self, text: &'a str, reading: Reading, cx: &'a ToolContext) -> Start<'a> {
        match checked::<T::Args>(reading.reader(text)) {
            Ok(args) => (Self::START)(&self.0, args, cx),
            Err(violations) => Start::Refused(violations),
        }
    }

    fn fits(&self, text: &str, reading: Reading) -> Result<(), Violations> {
        checked::<T::Args>(reading.reader(text)).map(drop)
    }

    fn adopt(&self, value: CanonicalValue) -> Result<CanonicalValue, Violations> {
        value.adopted::<OutputOf<T>>()
    }
}

impl Reading {
    fn reader(self, text: &str) -> Reader<'_> {
        match self {
            Self::Strict => Reader::strict(text, Direction::Input),
            Self::Careful => Reader::new(text, Direction::Input),
        }
    }
}

fn start_async<'a, T: Tool>(tool: &'a Arc<T>, args: T::Args, cx: &'a ToolContext) -> Start<'a> {
    Start::Ready(Box::pin(run(tool.execute(args, cx))))
}

fn start_inline<'a, T: Tool>(tool: &'a Arc<T>, args: T::Args, cx: &'a ToolContext) -> Start<'a> {
    Start::Done(run_now(tool.execute(args, cx)))
}

fn start_blocking<'a, T: Tool>(tool: &'a Arc<T>, args: T::Args, cx: &'a ToolContext) -> Start<'a> {
    let (tool, cx) = (tool.clone(), cx.detach());
    Start::Ready(Box::pin(run_blocking(Box::new(move || run_now(tool.execute(args, &cx))))))
}

/// Hooks read the arguments again: the body owned its own, and few tools have hooks over them.
fn args_again<T: Tool>(text: &str) -> Option<T::Args> {
    checked(Reader::new(text, Direction::Input)).ok()
}

fn render<T: Tool>(text: &str, value: &CanonicalValue) -> Option<Content> {
    let render = T::HOOKS.render?;
    Some(render(&args_again::<T>(text)?, value.downcast_ref()?))
}

fn finalize<T: Tool>(text: &str, content: Content, info: &OutcomeInfo<'_>) -> Content {
    match T::HOOKS.finalize_content {
        Some(finalize) => finalize(args_again::<T>(text).as_ref(), content, info),
        None => content,
    }
}

fn concurrency_safe<T: Tool>(text: &str) -> bool {
    let classify = T::HOOKS.concurrency_safe.zip(args_again::<T>(text));
    classify.is_some_and(|(classify, args)| classify(&args))
}

async fn run<R: ToolReturn>(body: impl Future<Output = R>) -> ToolResult<CanonicalValue> {
    match body.await.into_result() {
        Ok(value) => Ok(CanonicalValue::new(value)),
        Err(error) => Err(error),
    }
}

/// Polls a body that never waits.
fn run_now<R: ToolReturn>(body: impl Future<Output = R>) -> ToolResult<CanonicalValue> {
    match pin!(body).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => match value.into_result() {
            Ok(value) => Ok(CanonicalValue::new(value)),
            Err(error) => Err(error),
        },
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
