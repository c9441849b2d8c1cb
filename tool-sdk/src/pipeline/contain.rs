//! Nothing that an author wrote can bring the host down: a panic is one failed call (contract E6).

use std::future::{Future, poll_fn};
use std::pin::Pin;

use crate::contain::caught;
use crate::error::ErrorCode;
use crate::outcome::Failure;

/// Runs a function of an author's.
pub(super) fn contained<T>(run: impl FnOnce() -> T) -> Result<T, Failure> {
    caught(run).map_err(failure)
}

/// Runs a function of an author's that gives a future, and that future.
pub(crate) async fn polled<'a, T>(
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
pub(super) fn failure(words: String) -> Failure {
    Failure::with_detail(ErrorCode::PANICKED, words)
}
