//! What ends a body from outside: its timeout, and for those that may be dropped also a cancel; and who hears of one that does not
//! end (contract E9, E11).

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::{Instant, Sleep};
use tokio_util::sync::WaitForCancellationFutureOwned;

use super::contain::contained;
use super::observe;
use crate::context::ToolContext;
use crate::definition::{Body, ToolDefinition};
use crate::error::{ErrorCode, ToolError, ToolResult};
use crate::value::CanonicalValue;

/// The body as it is, where nobody can cancel it and no timeout is declared; else the body under watch. On the heap, so that plain
/// calls do not carry the room for timers.
#[inline]
pub(super) fn watched<'a>(body: Body<'a>, cx: &'a ToolContext, definition: &ToolDefinition) -> Body<'a> {
    if !cx.signal.is_given() && definition.timeout().is_none() { body } else { watch(body, cx, definition) }
}

#[cold]
fn watch<'a>(body: Body<'a>, cx: &'a ToolContext, definition: &ToolDefinition) -> Body<'a> {
    let timers = Handle::try_current().is_ok();
    if definition.timeout().is_some() && !timers {
        let error = ToolError::new(ErrorCode::FAILED, "a tool with a timeout needs a tokio runtime");
        return Box::pin(std::future::ready(Err(error)));
    }
    let deadline = definition.timeout().map(|timeout| Deadline { timeout, at: Instant::now() + timeout });
    let droppable = definition.droppable;
    Box::pin(Watched { body: Some(body), cx, deadline, droppable, timers, armed: None, timed_out: None })
}

struct Deadline {
    timeout: Duration,
    at: Instant,
}

struct Watched<'a> {
    body: Option<Body<'a>>,
    cx: &'a ToolContext,
    deadline: Option<Deadline>,
    droppable: bool,
    /// Whether there is a runtime that can tell the time.
    timers: bool,
    armed: Option<Armed>,
    /// After the deadline: how long the body was given.
    timed_out: Option<Duration>,
}

/// What wakes the watch. Most bodies end at their first poll, before any of it is made.
struct Armed {
    cancelled: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
    deadline: Option<Pin<Box<Sleep>>>,
    /// Since the signal fired: when to report the body.
    grace: Option<Pin<Box<Sleep>>>,
}

impl Watched<'_> {
    fn poll_body(&mut self, task: &mut Context<'_>) -> Poll<ToolResult<CanonicalValue>> {
        let Some(body) = &mut self.body else { return Poll::Ready(Err(ToolError::of(ErrorCode::ABORTED))) };
        let Some(timeout) = self.timed_out else { return body.as_mut().poll(task) };
        // What the body says after its deadline is not asked for; that it ended is, and be it by a panic.
        if let Ok(late) = contained(|| body.as_mut().poll(task)) {
            let _ = ready!(late).map(CanonicalValue::dispose);
        }
        Poll::Ready(Err(late(timeout)))
    }

    /// Looks at the clock and at the signal. Gives the end of a body that is dropped.
    fn poll_watch(&mut self, task: &mut Context<'_>) -> Poll<ToolResult<CanonicalValue>> {
        let (cx, timers) = (self.cx, self.timers);
        let at = self.deadline.as_ref().map(|deadline| deadline.at);
        let armed = self.armed.get_or_insert_with(|| Armed {
            cancelled: Some(Box::pin(cx.signal().clone().cancelled_owned())),
            deadline: at.map(|at| Box::pin(tokio::time::sleep_until(at))),
            grace: None,
        });
        if fires(&mut armed.deadline, task) {
            self.timed_out = self.deadline.as_ref().map(|deadline| deadline.timeout);
            cx.signal().cancel();
        }
        if fires(&mut armed.cancelled, task) {
            if self.droppable {
                self.body = None;
                let error = self.timed_out.map_or_else(|| ToolError::of(ErrorCode::ABORTED), late);
                return Poll::Ready(Err(error));
            }
            armed.grace = timers.then(|| Box::pin(tokio::time::sleep(cx.view.options.watchdog)));
        }
        if fires(&mut armed.grace, task) {
            report(cx);
        }
        Poll::Pending
    }
}

impl Future for Watched<'_> {
    type Output = ToolResult<CanonicalValue>;

    fn poll(self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        if let Poll::Ready(result) = this.poll_body(task) {
            return Poll::Ready(result);
        }
        let before = this.timed_out.is_some();
        if let Poll::Ready(result) = this.poll_watch(task) {
            return Poll::Ready(result);
        }
        // The deadline has just fired the signal: the body may be waiting for nothing else.
        if this.timed_out.is_some() != before { this.poll_body(task) } else { Poll::Pending }
    }
}

/// Polls what is armed; once it fires it is disarmed.
fn fires<F: Future>(armed: &mut Option<Pin<Box<F>>>, task: &mut Context<'_>) -> bool {
    let fires = armed.as_mut().is_some_and(|future| future.as_mut().poll(task).is_ready());
    if fires {
        *armed = None;
    }
    fires
}

fn late(timeout: Duration) -> ToolError {
    ToolError::new(ErrorCode::TOOL_TIMEOUT, format!("tool call timed out after {}ms", timeout.as_millis()))
}

/// Tells the operator of a body that does not end. It is awaited all the same: nothing is left running behind an answered call.
fn report(cx: &ToolContext) {
    tracing::warn!(target: "tool_sdk", call_id = cx.call_id.as_str(), "a body goes on although its signal fired");
    if let (Some(call), Some(policies)) = (&cx.info, &cx.view.policies) {
        observe::tell(&policies.observers, |observer| observer.on_stuck(call));
    }
}
