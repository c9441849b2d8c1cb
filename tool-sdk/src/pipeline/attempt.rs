//! One reading of the arguments, the body that it starts, and what becomes of its value.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use super::{body, contain, render, validate, value, watch};
use crate::contain::caught;
use crate::content::Content;
use crate::context::{Signal, ToolContext};
use crate::definition::{Body, Reading, Start, ToolDefinition};
use crate::outcome::Failure;
use crate::value::CanonicalValue;

/// What became of a call so far: the value with its content, or the failure with its own. Without a result the text was refused,
/// and no body ran.
pub(super) struct Ended {
    pub(super) result: Option<Result<CanonicalValue, Failure>>,
    pub(super) content: Content,
}

impl Ended {
    pub(super) const fn new() -> Self {
        Self { result: None, content: Content::empty() }
    }

    #[cold]
    pub(super) fn fail(&mut self, failure: Failure) {
        self.content = failure.content();
        self.result = Some(Err(failure));
    }
}

/// Which of an author's functions is running, for the failure when it panics.
#[derive(Clone, Copy, PartialEq)]
enum Running {
    Other,
    Render,
}

/// Everything of a call that runs an author's code, as one future that is polled under one containment. Written by hand and not
/// as `async`, and with its outcome written in place: results that are moved from step to step are what the fast path pays for.
pub(super) struct Attempt<'a> {
    definition: &'a ToolDefinition,
    text: &'a str,
    reading: Reading,
    cx: &'a ToolContext,
    /// The caller's signal where it is not that of the context.
    caller: Option<&'a Signal>,
    body: Option<Body<'a>>,
    ended: &'a mut Ended,
    renders: bool,
}

impl<'a> Attempt<'a> {
    /// An attempt that ends with the value: layers around it may want another before one is rendered.
    pub(super) fn unrendered(
        definition: &'a ToolDefinition,
        text: &'a str,
        reading: Reading,
        cx: &'a ToolContext,
        caller: Option<&'a Signal>,
        ended: &'a mut Ended,
    ) -> Self {
        Self { renders: false, ..Self::new(definition, text, reading, cx, caller, ended) }
    }

    pub(super) fn new(
        definition: &'a ToolDefinition,
        text: &'a str,
        reading: Reading,
        cx: &'a ToolContext,
        caller: Option<&'a Signal>,
        ended: &'a mut Ended,
    ) -> Self {
        Self { definition, text, reading, cx, caller, body: None, ended, renders: true }
    }

    /// Gives the value, or nothing when the text was refused.
    #[inline]
    fn poll_value(&mut self, task: &mut Context<'_>) -> Poll<Option<Result<CanonicalValue, Failure>>> {
        let caller = self.caller.unwrap_or_else(|| self.cx.own_signal());
        if self.body.is_none() {
            match validate::start(self.definition, self.text, self.reading, self.cx) {
                Ok(Start::Refused(_)) => return Poll::Ready(None),
                Ok(Start::Done(result)) => return Poll::Ready(Some(body::settled(result, caller))),
                Ok(Start::Ready(ready)) => self.body = Some(watch::watched(ready, self.cx, self.definition)),
                Err(failure) => return Poll::Ready(Some(Err(failure))),
            }
        }
        match &mut self.body {
            Some(body) => Poll::Ready(Some(body::settled(ready!(body.as_mut().poll(task)), caller))),
            None => Poll::Ready(None),
        }
    }

    #[cold]
    fn fail(&mut self, failure: Failure) -> Poll<()> {
        self.ended.fail(failure);
        Poll::Ready(())
    }

    #[inline]
    fn poll_steps(&mut self, task: &mut Context<'_>, running: &mut Running) -> Poll<()> {
        let value = match ready!(self.poll_value(task)) {
            None => return Poll::Ready(()),
            Some(Err(failure)) => return self.fail(failure),
            Some(Ok(value)) => value,
        };
        let violations = value::violations(self.definition, &value);
        if !violations.is_empty() {
            value.dispose();
            return self.fail(value::invalid(self.definition, &violations).into());
        }
        if self.renders {
            *running = Running::Render;
            self.ended.content = render::content(self.definition, self.text, &value);
        }
        self.ended.result = Some(Ok(value));
        Poll::Ready(())
    }
}

impl Future for Attempt<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<()> {
        let this = self.get_mut();
        let mut running = Running::Other;
        match caught(|| this.poll_steps(task, &mut running)) {
            Ok(poll) => poll,
            Err(words) => {
                let failure = contain::failure(words);
                let failure = if running == Running::Render { render::panicked(&failure) } else { failure };
                this.fail(failure)
            }
        }
    }
}
