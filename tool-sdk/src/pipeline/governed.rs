//! A call through every stage, with the policies of its scope (contract E2).
//!
//! Three steps, so that a batch can let calls overlap and still decide and commit in the order of the model (contract C2):
//! [`Governed::prepare`] up to the guards, [`Governed::execute`] around and through the body, [`Governed::commit`] to the outcome.

use std::borrow::Cow;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

use super::around::Next;
use super::attempt::{Attempt, Ended};
use super::execution::{Beside, Execution};
use super::policies::Policies;
use super::pre_execute::Refusal;
use super::settled::Settled;
use super::{
    ask, body, finalise, fuse, guards, materialise, meta, observe, post_execute, pre_execute, render, trace, validate,
    value,
};
use crate::call::{CallInfo, ToolCall};
use crate::content::Content;
use crate::context::{CallToken, Signal, ToolContext};
use crate::definition::{Reading, ToolDefinition};
use crate::error::{ErrorCode, ToolError};
use crate::outcome::{Failure, Notes, Outcome, ToolName, note_said};
use crate::registry::View;
use crate::value::CanonicalValue;

/// One call under way, with all that its stages share.
pub(super) struct Running {
    pub(super) call: Arc<CallInfo>,
    pub(super) policies: Arc<Policies>,
    view: Arc<View>,
    entered: AtomicBool,
    /// The failure of a layer that panicked.
    broken: OnceLock<Failure>,
}

/// What the stages before the body left.
enum Fate {
    Run,
    /// Decided already; told to the post-execute policies or not.
    Decided {
        failure: Failure,
        judged: bool,
    },
}

/// A call that is prepared.
pub(crate) struct Governed {
    running: Arc<Running>,
    notes: Option<Box<Notes>>,
    fate: Fate,
    span: trace::Span,
}

/// Runs one call through all stages. On the heap and out of line: a plain call shall not carry the room that this takes.
#[inline(never)]
pub(super) fn run<'a>(view: Arc<View>, call: ToolCall<'a>) -> Pin<Box<dyn Future<Output = Outcome> + Send + 'a>> {
    Box::pin(async move {
        let governed = Governed::prepare(view, call).await;
        let settled = governed.execute().await;
        governed.commit(settled).await
    })
}

impl Governed {
    /// Fixes and validates the call, and asks who may stop it.
    pub(crate) async fn prepare(view: Arc<View>, call: ToolCall<'_>) -> Self {
        let (mut info, text) = identify(&view, call);
        let mut notes = None;
        let refused = text.and_then(|text| fit(&view, &mut info, &text, &mut notes)).err();
        let (running, span) = Running::new(view, info);
        if let Some(notes) = &notes {
            span.repairs(notes.repairs.len());
        }
        let fate = match refused {
            Some(failure) => Fate::Decided { failure, judged: true },
            None if running.call.signal.is_cancelled() => Fate::Decided { failure: not_started(), judged: false },
            None => span.within("tool.pre_execute_us", running.decide()).await,
        };
        Self { running, notes, fate, span }
    }

    /// A call of a batch that a cancel reached before its turn: observers hear of it, nobody is asked about it.
    pub(crate) fn never_started(view: Arc<View>, call: ToolCall<'_>) -> Self {
        let (info, _) = identify(&view, call);
        let (running, span) = Running::new(view, info);
        Self { running, notes: None, fate: Fate::Decided { failure: not_started(), judged: false }, span }
    }

    /// Runs the layers and the body, unless the call is decided already.
    pub(crate) async fn execute(&self) -> Settled {
        match &self.fate {
            Fate::Decided { failure, .. } => Settled::failed(failure.clone()),
            Fate::Run => self.span.within("tool.execute_us", self.running.clone().execute()).await,
        }
    }

    /// Lets the post-execute policies judge, freezes the outcome and tells the observers.
    pub(crate) async fn commit(self, settled: Settled) -> Outcome {
        let Self { running, notes, fate, span } = self;
        let judged = match fate {
            Fate::Decided { judged, .. } => judged,
            Fate::Run => running.broken.get().is_none(),
        };
        let settled = if judged { span.within("tool.post_execute_us", running.judge(settled)).await } else { settled };
        if let Some(progress) = running.call.origin.as_ref().and_then(|origin| origin.progress.as_ref()) {
            progress.finish();
        }
        let outcome = running.freeze(settled, notes);
        span.end(&outcome);
        observe::tell(&running.policies.observers, |observer| observer.on_result(&running.call, &outcome));
        outcome
    }
}

impl Running {
    /// Tells the observers that the call is there.
    fn new(view: Arc<View>, call: CallInfo) -> (Arc<Self>, trace::Span) {
        let span = trace::Span::of(&call, view.options.trace_content);
        let policies = view.policies.clone().unwrap_or_default();
        let (entered, broken) = (AtomicBool::new(false), OnceLock::new());
        observe::tell(&policies.observers, |observer| observer.on_call(&call));
        (Arc::new(Self { call: Arc::new(call), policies, view, entered, broken }), span)
    }

    fn definition(&self) -> Option<&ToolDefinition> {
        self.call.definition.as_deref()
    }

    async fn decide(&self) -> Fate {
        let refusal = match self.ask().await {
            Ok(()) if self.call.signal.is_cancelled() => Refusal::Denied(not_started()),
            Ok(()) => return Fate::Run,
            Err(refusal) => refusal,
        };
        match refusal {
            Refusal::Denied(failure) => Fate::Decided { failure, judged: true },
            Refusal::Failed(failure) => Fate::Decided { failure, judged: false },
        }
    }

    async fn ask(&self) -> Result<(), Refusal> {
        if let Some(question) = pre_execute::decide(&self.policies.pre, &self.call).await? {
            Box::pin(ask::resolve(question, &self.call)).await?;
        }
        guards::pass(&self.policies.guards, &self.call)
    }

    async fn execute(self: Arc<Self>) -> Settled {
        let execution = Next::outermost(self.clone()).run().await;
        if let Some(failure) = self.broken.get() {
            return Settled { contexts: self.call.take_contexts(), ..Settled::failed(failure.clone()) };
        }
        let mut settled = self.settle(execution);
        settled.abort_if(self.call.signal.is_cancelled(), || self.aborted());
        // A later run of the layers did not get to the body, but an earlier one did.
        if settled.is_not_started() && self.entered.load(Ordering::Relaxed) {
            settled.fail(self.aborted());
        }
        settled
    }

    /// Runs the body once, under the signal of the layers and that of the caller.
    pub(super) async fn body(&self, signal: Option<CancellationToken>) -> Execution {
        let caller = &self.call.signal;
        let fused = signal.as_ref().map(CancellationToken::child_token);
        let Some(definition) = self.definition() else { return Execution::aborted_before_dispatch() };
        if caller.is_cancelled() || fused.as_ref().is_some_and(CancellationToken::is_cancelled) {
            return Execution::aborted_before_dispatch();
        }
        self.entered.store(true, Ordering::Relaxed);
        observe::tell(&self.policies.observers, |observer| observer.on_start(&self.call));
        let outer = match (&fused, definition.timeout()) {
            (Some(fused), _) => Signal::given(fused.clone()),
            (None, Some(_)) => caller.share(),
            // The body asks the call itself.
            (None, None) => Signal::default(),
        };
        let (own, outer) = body::signals(outer, definition.timeout());
        let cx = self.context(own);
        let mut ended = Ended::new();
        let attempt = Attempt::unrendered(
            definition,
            self.call.arguments_text(),
            Reading::Careful,
            &cx,
            outer.as_ref(),
            &mut ended,
        );
        match &fused {
            Some(fused) => fuse::run(attempt, caller.get(), fused).await,
            None => attempt.await,
        }
        let result = ended.result.unwrap_or_else(|| Err(validate::unexplained()));
        if result.is_err() {
            // A layer may run the body again: only a success concludes the turn (contract E13).
            self.call.withdraw_conclusion();
        }
        Execution::of_body(result, self.call.token)
    }

    /// The failure of a layer that panicked ends the call, whatever the layers around it make of it.
    pub(super) fn broke(&self, failure: Failure) -> Execution {
        Execution::failed(self.broken.get_or_init(|| failure).clone())
    }

    /// That failure, once there is one: nothing runs again.
    pub(super) fn broken(&self) -> Option<Execution> {
        self.broken.get().cloned().map(Execution::failed)
    }

    fn context(&self, signal: Signal) -> ToolContext {
        ToolContext {
            call_id: self.call.call_id.clone(),
            origin: self.call.origin.clone(),
            token: OnceLock::from(self.call.token),
            signal,
            view: self.view.clone(),
            said: OnceLock::new(),
            info: Some(self.call.clone()),
        }
    }

    /// Makes sure of the value, and renders it.
    fn settle(&self, mut execution: Execution) -> Settled {
        let Beside { content, contexts, concludes } = execution.take_beside();
        let Execution { result, vouched, .. } = execution;
        let mut said = self.call.take_contexts();
        said.extend(contexts);
        let concludes = concludes || self.call.concludes();
        let settled = match result {
            Err(failure) => {
                Settled { content: content.unwrap_or_else(|| failure.content()), ..Settled::failed(failure) }
            }
            Ok(value) => match self.rendered(value, vouched) {
                Ok((value, content, meta)) => {
                    Settled { result: Ok(value), content, meta, contexts: Vec::new(), concludes }
                }
                Err(failure) => Settled::failed(failure),
            },
        };
        Settled { contexts: said, ..settled }
    }

    fn rendered(
        &self,
        value: CanonicalValue,
        vouched: Option<CallToken>,
    ) -> Result<(CanonicalValue, Content, Option<Box<str>>), Failure> {
        let Some(definition) = self.definition() else { return Err(validate::unexplained()) };
        let text = self.call.arguments_text();
        let (value, content) = if vouched == Some(self.call.token) {
            let content = render::contained(definition, text, &value)?;
            (value, content)
        } else {
            value::adopted(definition, text, value)?
        };
        let meta = meta::of(definition, text, &value, !self.call.is_nested())?;
        Ok((value, content, meta))
    }

    async fn judge(&self, settled: Settled) -> Settled {
        let mut settled = post_execute::judge(&self.policies.post, &self.call, settled).await;
        settled.abort_if(self.call.signal.is_cancelled(), || self.aborted());
        settled
    }

    fn aborted(&self) -> Failure {
        if self.entered.load(Ordering::Relaxed) { ToolError::of(ErrorCode::ABORTED).into() } else { not_started() }
    }

    fn freeze(&self, settled: Settled, mut notes: Option<Box<Notes>>) -> Outcome {
        let Settled { result, content, meta, contexts, concludes } = settled;
        let mut ended = Ended { result: Some(result), content };
        if let Some(definition) = self.definition() {
            finalise::last_word(definition, self.call.arguments_text(), &self.call.call_id, &mut ended);
        }
        finalise::tell_ignored(notes.as_deref(), &mut ended);
        meta::keep(&mut notes, meta);
        note_said(&mut notes, contexts, concludes);
        if let Some(Err(failure)) = &mut ended.result {
            meta::of_failure(failure, !self.call.is_nested(), &mut notes);
        }
        finalise::frozen(self.call.call_id.clone(), self.call.name.clone(), ended, notes)
    }
}

fn not_started() -> Failure {
    ToolError::of(ErrorCode::ABORTED_BEFORE_DISPATCH).into()
}

/// Fixes what the call is; with the text of its arguments, or why they have none.
fn identify<'a>(view: &View, call: ToolCall<'a>) -> (CallInfo, Result<Cow<'a, str>, Failure>) {
    let ToolCall { name, arguments, id, origin, signal } = call;
    let definition = view.get(&name).cloned();
    let (raw, text) = materialise::kept(arguments);
    let text = text.map_err(Failure::from);
    let mut info = CallInfo {
        call_id: id.unwrap_or_else(|| view.shared.call_id()),
        origin,
        token: CallToken::fresh(),
        signal,
        said: OnceLock::new(),
        name: definition.as_ref().map_or_else(|| ToolName::from(Arc::<str>::from(&*name)), |tool| tool.name.clone()),
        definition,
        raw,
        mended: None,
        tree: OnceLock::new(),
    };
    if let Ok(text) = &text
        && **text != *info.raw
    {
        info.mended = Some((**text).into());
    }
    (info, text)
}

/// Validates the arguments; notes their repairs.
fn fit(view: &View, info: &mut CallInfo, text: &str, notes: &mut Option<Box<Notes>>) -> Result<(), Failure> {
    let Some(definition) = info.definition.clone() else {
        return Err(super::unknown_tool(view, info.name()).into());
    };
    if let Some(mended) = validate::fit(&definition, text, view.options, notes)? {
        info.mended = Some(mended.into());
    }
    Ok(())
}
