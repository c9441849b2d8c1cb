//! Brings the caller's cancel to a body that runs under another signal (contract E10).

use std::future::{Future, pending, poll_fn};
use std::pin::pin;

use tokio_util::sync::CancellationToken;

/// Runs to the end; once the caller cancels, the inner signal fires too.
pub(super) async fn run<F: Future>(inner: F, caller: &CancellationToken, signal: &CancellationToken) -> F::Output {
    let mut watch = pin!(async {
        caller.cancelled().await;
        signal.cancel();
        pending::<()>().await;
    });
    let mut inner = pin!(inner);
    poll_fn(|task| {
        let _ = watch.as_mut().poll(task);
        inner.as_mut().poll(task)
    })
    .await
}
