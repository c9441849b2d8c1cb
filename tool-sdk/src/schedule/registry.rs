//! The calls of a scope as a batch: policies decide and judge in model order, what lies between overlaps.

use std::sync::Arc;

use super::{Calls, ExecutionMode, Limits, run_all};
use crate::call::ToolCall;
use crate::outcome::Outcome;
use crate::pipeline::{self, Governed, Settled};
use crate::registry::{Scope, View};

impl Scope {
    /// Runs the calls of one model turn: one outcome for each, in the order of the calls, whatever ends first (contract C2, E15).
    ///
    /// Neighbouring calls whose tools call them safe overlap, up to the limit. Any other call is a barrier: it starts when all
    /// before it have their outcomes, and nothing starts before it has its own. Whether a call is safe is asked right before it
    /// starts, of the arguments as its body will see them; an unknown tool, invalid arguments and a failing classifier mean that it
    /// is not (contract C1).
    ///
    /// To cancel the turn, give all calls one signal: calls that run are waited for, and those that have not started are answered
    /// with `ABORTED_BEFORE_DISPATCH` (contract C3). Dropping this future drops every body where it waits, as for
    /// [`call`](Scope::call). It runs on the caller's task alone, so a body that blocks its thread holds up its neighbours:
    /// such a tool says `blocking`.
    ///
    /// ```
    /// use tool_sdk::prelude::*;
    ///
    /// /// Double a number.
    /// #[tool(parallel)]
    /// fn double(
    ///     /// The number.
    ///     n: i64,
    /// ) -> i64 {
    ///     2 * n
    /// }
    ///
    /// # tool_sdk::testing::block_on(async {
    /// let registry = Registry::new();
    /// registry.register(Double)?.keep();
    /// let calls = [r#"{"n": 1}"#, r#"{"n": 2}"#, "broken"].map(|arguments| ToolCall::new("double", arguments));
    /// let outcomes = registry.call_all(calls, Limits::parallel(8)).await;
    /// assert_eq!((outcomes[0].text(), outcomes[1].text()), ("2".to_owned(), "4".to_owned()));
    /// assert_eq!(outcomes[2].error().unwrap().code().as_str(), "INVALID_ARGS");
    /// # Ok::<(), RegisterError>(())
    /// # }).unwrap();
    /// ```
    pub fn call_all<'a>(
        &'a self,
        calls: impl IntoIterator<Item = ToolCall<'a>>,
        limits: Limits,
    ) -> impl Future<Output = Vec<Outcome>> + Send + 'a {
        let batch = calls.into_iter().map(|call| Waiting::new(call, self)).collect();
        async move { run_all(&Turn(self), batch, limits).await }
    }
}

/// The calls that a model made at once.
struct Turn<'a>(&'a Scope);

impl Turn<'_> {
    fn view(&self, call: &ToolCall<'_>) -> Arc<View> {
        call.agent_scope().unwrap_or(self.0).0.view()
    }
}

/// A call beside the view that was looked at for it last: it runs on what it was classified by.
struct Waiting<'a> {
    call: ToolCall<'a>,
    view: Arc<View>,
}

impl<'a> Waiting<'a> {
    fn new(mut call: ToolCall<'a>, scope: &Scope) -> Self {
        pipeline::fix(&mut call.arguments);
        let view = Turn(scope).view(&call);
        Self { call, view }
    }
}

/// A call that may run.
enum Prepared<'a> {
    /// Nobody decides about it.
    Plain(Waiting<'a>),
    Governed(Box<Governed>),
}

/// The end of a call.
enum Ended<'a> {
    Ran(Box<Outcome>),
    Governed(Box<(Governed, Settled)>),
    NeverStarted(Waiting<'a>),
}

impl<'a> Calls for Turn<'a> {
    type Waiting = Waiting<'a>;
    type Prepared = Prepared<'a>;
    type Ended = Ended<'a>;
    type Outcome = Outcome;

    fn is_cancelled(&self, waiting: &Waiting<'a>) -> bool {
        waiting.call.signal.is_cancelled()
    }

    fn mode(&self, waiting: &mut Waiting<'a>) -> ExecutionMode {
        waiting.view = self.view(&waiting.call);
        if pipeline::is_concurrency_safe(&waiting.view, &waiting.call) {
            ExecutionMode::Parallel
        } else {
            ExecutionMode::Exclusive
        }
    }

    async fn prepare(&self, waiting: Waiting<'a>) -> Result<Prepared<'a>, Ended<'a>> {
        if !pipeline::is_governed(&waiting.view, &waiting.call) {
            return Ok(Prepared::Plain(waiting));
        }
        Ok(Prepared::Governed(Box::new(Governed::prepare(waiting.view, waiting.call).await)))
    }

    async fn run(&self, prepared: Prepared<'a>) -> Ended<'a> {
        match prepared {
            Prepared::Plain(Waiting { call, view }) => Ended::Ran(Box::new(pipeline::run(view, call).await)),
            Prepared::Governed(governed) => {
                let settled = governed.execute().await;
                Ended::Governed(Box::new((*governed, settled)))
            }
        }
    }

    fn skip(&self, waiting: Waiting<'a>) -> Ended<'a> {
        Ended::NeverStarted(waiting)
    }

    async fn commit(&self, ended: Ended<'a>) -> Outcome {
        match ended {
            Ended::Ran(outcome) => *outcome,
            Ended::Governed(ended) => {
                let (governed, settled) = *ended;
                governed.commit(settled).await
            }
            Ended::NeverStarted(Waiting { call, view }) if pipeline::is_governed(&view, &call) => {
                let governed = Governed::never_started(view, call);
                let settled = governed.execute().await;
                governed.commit(settled).await
            }
            Ended::NeverStarted(Waiting { call, view }) => pipeline::never_started(&view, call),
        }
    }
}
