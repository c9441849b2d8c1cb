//! Layers around the body (contract E10).

use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::contain;
use super::execution::Execution;
use super::governed::Running;
use crate::call::CallInfo;

/// Wraps the execution of calls: deadlines, retries, limits, measurements, caches. A closure over the call and [`Next`] that
/// returns a future of an [`Execution`] is one.
///
/// The first that was registered is the outermost, those of outer scopes lie around those of inner ones. A layer may run the
/// inner layers and the body with [`Next::run`], once, several times or never; give them a signal of its own; answer with an
/// [`Execution`] of its own, whose value is then validated against the tool's output; and add contexts. It cannot change what is
/// asked for, and not take away the caller's signal, which reaches the body in any case. A panic is a failed call.
///
/// ```
/// use tool_sdk::prelude::*;
/// use tool_sdk::{AroundCall, Next};
///
/// let registry = Registry::new();
/// registry
///     .around_execute(|call: AroundCall, next: Next| async move {
///         let execution = next.run().await;
///         if !execution.is_ok() {
///             eprintln!("{} failed", call.name());
///         }
///         execution
///     })
///     .keep();
/// ```
pub trait AroundExecute: Send + Sync + 'static {
    /// Runs the call, or answers for it.
    fn around(&self, call: AroundCall, next: Next) -> Pin<Box<dyn Future<Output = Execution> + Send + '_>>;
}

impl<F, A> AroundExecute for F
where
    F: Fn(AroundCall, Next) -> A + Send + Sync + 'static,
    A: Future<Output = Execution> + Send + 'static,
{
    fn around(&self, call: AroundCall, next: Next) -> Pin<Box<dyn Future<Output = Execution> + Send + '_>> {
        Box::pin(self(call, next))
    }
}

/// The call that a layer wraps.
#[derive(Clone, Debug)]
pub struct AroundCall {
    call: Arc<CallInfo>,
    /// Of the nearest layer that set one.
    signal: Option<CancellationToken>,
}

impl AroundCall {
    /// The signal that the layers around this one give to what is inside of them. Derive one from it
    /// (`call.signal().child_token()`) and give that to [`Next::run_with`].
    pub fn signal(&self) -> &CancellationToken {
        self.signal.as_ref().unwrap_or_else(|| self.call.signal.get())
    }
}

impl Deref for AroundCall {
    type Target = CallInfo;

    fn deref(&self) -> &CallInfo {
        &self.call
    }
}

/// What lies inside of a layer: the layers within, and the body. It can be run again; each run enters every inner layer anew.
#[derive(Clone)]
pub struct Next {
    running: Arc<Running>,
    depth: usize,
    /// Of the nearest layer that set one.
    signal: Option<CancellationToken>,
}

impl Next {
    pub(super) fn outermost(running: Arc<Running>) -> Self {
        Self { running, depth: 0, signal: None }
    }

    /// Runs it.
    pub fn run(&self) -> impl Future<Output = Execution> + Send + '_ {
        self.enter(self.signal.clone())
    }

    /// Runs it under another signal: what is inside sees that one, and the caller's cancel still reaches the body.
    pub fn run_with(&self, signal: CancellationToken) -> impl Future<Output = Execution> + Send + '_ {
        self.enter(Some(signal))
    }

    async fn enter(&self, signal: Option<CancellationToken>) -> Execution {
        // A layer that panicked ends the whole execution: nothing is run again.
        if let Some(execution) = self.running.broken() {
            return execution;
        }
        let Some(layer) = self.running.policies.around.get(self.depth) else {
            // On the heap, so that the layers do not carry the room for it.
            return Box::pin(self.running.body(signal)).await;
        };
        let call = AroundCall { call: self.running.call.clone(), signal: signal.clone() };
        let next = Self { running: self.running.clone(), depth: self.depth + 1, signal };
        match contain::polled(|| layer.around(call, next)).await {
            Ok(execution) => execution,
            Err(failure) => self.running.broke(failure),
        }
    }
}

impl fmt::Debug for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Next").field("call", &self.running.call).field("depth", &self.depth).finish_non_exhaustive()
    }
}
