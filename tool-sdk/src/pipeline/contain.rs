//! Nothing that an author wrote can bring the host down: a panic is one failed call (contract E6).

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

use crate::error::ErrorCode;
use crate::outcome::Failure;

/// Runs a function of an author's.
#[inline]
pub(super) fn contained<T>(run: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| failure(&*panic))
}

/// Polls a body of an author's. After a panic it is not polled again.
#[inline]
pub(super) fn contained_future<'a, F: Future + ?Sized>(
    body: &'a mut Pin<Box<F>>,
) -> impl Future<Output = Result<F::Output, Failure>> + use<'a, F> {
    poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| body.as_mut().poll(cx))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(failure(&*panic))),
    })
}

/// The words of a panic are for the operator; the model is told that the tool failed.
#[cold]
fn failure(panic: &(dyn Any + Send)) -> Failure {
    let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    Failure::with_detail(ErrorCode::PANICKED, words.unwrap_or("a panic without words").to_owned())
}
