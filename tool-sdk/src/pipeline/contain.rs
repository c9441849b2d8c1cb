//! Nothing that an author wrote can bring the host down: a panic is one failed call (contract E6).

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;

use crate::error::ErrorCode;
use crate::outcome::Failure;

/// Runs a function of an author's.
pub(super) fn contained<T>(run: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| failure(&*panic))
}

/// Runs a function of an author's that gives a future, and that future.
pub(super) async fn polled<'a, T>(
    start: impl FnOnce() -> Pin<Box<dyn Future<Output = T> + Send + 'a>>,
) -> Result<T, Failure> {
    let mut future = contained(start)?;
    poll_fn(move |task| match contained(|| future.as_mut().poll(task)) {
        Ok(poll) => poll.map(Ok),
        Err(failure) => std::task::Poll::Ready(Err(failure)),
    })
    .await
}

/// The words of a panic are for the operator; the model is told that the tool failed.
#[cold]
pub(super) fn failure(panic: &(dyn Any + Send)) -> Failure {
    let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    Failure::with_detail(ErrorCode::PANICKED, words.unwrap_or("a panic without words").to_owned())
}
