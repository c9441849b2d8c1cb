//! [`ToolDefinition`]: a tool without its types, as a registry keeps it.

use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use serde_json::Value;

use crate::args::{checked, mended};
use crate::contain::caught;
use crate::content::Content;
use crate::context::{Needs, ToolContext};
use crate::error::{ErrorCode, ToolError, ToolResult};
use crate::json::{Direction, Reader, Tree};
use crate::outcome::{OutcomeInfo, ToolName};
use crate::present::{CallView, Finished, ResultView};
use crate::registry::ToolSchema;
use crate::schema::left_out::Watch;
use crate::schema::table::Ops;
use crate::schema::{Narrow, Schema, ToolArgs, ToolValue, Violations};
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
    /// Whether the body may be dropped where it waits.
    pub(crate) droppable: bool,
    /// Whether lossless mistakes are mended, where the registry mends any.
    pub(crate) repair: bool,
    pub(crate) parameters: Parameters,
    /// Tells the texts that may name what the instance left out.
    pub(crate) watch: Option<Box<Watch>>,
    /// What the instance cannot leave out, for the registration to refuse.
    pub(crate) narrowing: Violations,
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
        let mut narrow = Narrow::new();
        tool.narrow(&mut narrow);
        let (hooks, runner) = (Typed::<T>::HOOKS, Box::new(Typed(Arc::new(tool))));
        Self::typed(T::SPEC, std::any::type_name::<T>(), needs, types, narrow, hooks, runner)
    }

    /// All of it that needs no type.
    fn typed(
        spec: ToolSpec,
        origin: &'static str,
        needs: Needs,
        (arguments, output): (&'static Ops, &'static Ops),
        narrow: Narrow,
        hooks: ErasedHooks,
        runner: Box<dyn Runner>,
    ) -> Self {
        let mut description = Cow::Borrowed(spec.description);
        let mut parameters = Schema::parameters_of(arguments);
        let narrowing = narrow.apply(&mut parameters, &mut description);
        Self {
            name: spec.name.into(),
            description,
            origin: origin.into(),
            effect: spec.effect,
            idempotent: spec.idempotent,
            timeout: spec.timeout,
            // A thread of the blocking pool would go on behind an answered call.
            droppable: spec.droppable && spec.mode == Mode::Async,
            repair: spec.repair,
            watch: parameters.left_out.watch(),
            narrowing,
            parameters: Parameters::Enforced(parameters),
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
    /// one mean that it may not (contract C1); so do arguments that have to be looked at
    /// more carefully first.
    pub fn is_concurrency_safe(&self, arguments: &str) -> bool {
        let whole = !self.watch.as_ref().is_some_and(|watch| watch.concerns(arguments));
        whole && self.classify(arguments, Reading::Strict).unwrap_or(false)
    }

    /// What the classifier says; nothing when the text cannot be read this way. One that panics says no.
    pub(crate) fn classify(&self, arguments: &str, reading: Reading) -> Option<bool> {
        let classify = self.hooks.concurrency_safe?;
        caught(|| classify(arguments, reading)).unwrap_or(Some(false))
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
    /// What the pure classifier says; nothing when the text cannot be read this way.
    pub(crate) concurrency_safe: Option<fn(&str, Reading) -> Option<bool>>,
    /// What the log keeps for the card.
    pub(crate) meta: Option<Meta>,
    /// The card of a pending call.
    pub(crate) present_call: Option<fn(&str) -> Option<CallView>>,
    /// The card of a call that has ended.
    pub(crate) present_result: Option<fn(&str, &Finished<'_>) -> Option<ResultView>>,
}

/// Makes the meta of a value; nothing when that does not work out.
type Meta = fn(&str, &CanonicalValue) -> Option<Result<Box<str>, Violations>>;

impl ErasedHooks {
    pub(crate) const NONE: Self = Self {
        render: None,
        finalize: None,
        concurrency_safe: None,
        meta: None,
        present_call: None,
        present_result: None,
    };

    /// Those of a tool, without an instance of it.
    pub(crate) const fn of<T: Tool>() -> Self {
        Typed::<T>::HOOKS
    }
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
        meta: match (T::HOOKS.presentation_meta, Self::DECLARES_RESULT) {
            (Some(_), _) => Some(meta::<T>),
            (None, true) => Some(declared_meta::<T>),
            (None, false) => None,
        },
        present_call: match (T::HOOKS.present_call, <T::Args as ToolArgs>::CALL) {
            (Some(_), _) => Some(present_call::<T>),
            (None, Some(_)) => Some(declared_call::<T>),
            (None, None) => None,
        },
        present_result: match (T::HOOKS.present_result, T::HOOKS.meta_card, Self::DECLARES_RESULT) {
            (Some(_), _, _) => Some(present_result::<T>),
            (None, Some(_), _) => Some(meta_card::<T>),
            (None, None, true) => Some(card_in_meta),
            (None, None, false) => None,
        },
    };

    /// Whether the card comes from the value alone: then the card itself is what the log keeps, because it keeps no values.
    const DECLARES_RESULT: bool = T::HOOKS.presentation_meta.is_none()
        && T::HOOKS.present_result.is_none()
        && <OutputOf<T> as ToolValue>::RESULT.is_some();
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

fn concurrency_safe<T: Tool>(text: &str, reading: Reading) -> Option<bool> {
    let args = checked::<T::Args>(reading.reader(text)).ok()?;
    Some(T::HOOKS.concurrency_safe?(&args))
}

fn meta<T: Tool>(text: &str, value: &CanonicalValue) -> Option<Result<Box<str>, Violations>> {
    let project = T::HOOKS.presentation_meta?;
    Some(project(&args_again::<T>(text)?, value.downcast_ref()?))
}

fn declared_meta<T: Tool>(_: &str, value: &CanonicalValue) -> Option<Result<Box<str>, Violations>> {
    let view = <OutputOf<T> as ToolValue>::RESULT?;
    Some(Ok(view(value.downcast_ref()?).to_text().into()))
}

fn present_call<T: Tool>(text: &str) -> Option<CallView> {
    let present = T::HOOKS.present_call?;
    present(&mended(text)?)
}

fn declared_call<T: Tool>(text: &str) -> Option<CallView> {
    let view = <T::Args as ToolArgs>::CALL?;
    Some(view(&mended(text)?))
}

fn present_result<T: Tool>(text: &str, result: &Finished<'_>) -> Option<ResultView> {
    let present = T::HOOKS.present_result?;
    present(&mended(text)?, result)
}

fn meta_card<T: Tool>(_: &str, result: &Finished<'_>) -> Option<ResultView> {
    T::HOOKS.meta_card.and_then(|card| card(result))
}

fn card_in_meta(_: &str, result: &Finished<'_>) -> Option<ResultView> {
    ResultView::from_text(result.meta_text()?)
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
