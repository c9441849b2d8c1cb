//! Batches: the calls of one model turn, safe ones beside each other, an exclusive one alone (contract C1–C3).
//!
//! ```text
//! model order     a (safe)   b (safe)   c (exclusive)   d (safe)
//! prepare         a b                   c               d             one at a time, in model order
//! run             a───────┐             c────┐          d──┐          safe ones overlap, up to the limit
//!                 b──┐    │                  │             │
//! commit                  a b                c             d          one at a time, in model order
//! ```
//!
//! What a call is, what it does in each of the three phases and whether it may overlap is behind [`Calls`]; this file knows order
//! alone. Nothing is spawned: the batch is one future that polls its calls, so dropping it drops them.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use futures_util::stream::{FuturesUnordered, StreamExt};

mod registry;
#[cfg(test)]
mod tests;

/// How many calls of a batch may run beside each other; ten unless said otherwise.
///
/// ```
/// use tool_sdk::Limits;
///
/// let limits = Limits::parallel(8);
/// let one_after_the_other = Limits::parallel(1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    parallel: usize,
}

impl Limits {
    /// At most this many; zero counts as one, for a batch always goes on.
    #[must_use]
    pub const fn parallel(at_most: usize) -> Self {
        Self { parallel: if at_most == 0 { 1 } else { at_most } }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::parallel(10)
    }
}

/// What a call may run beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExecutionMode {
    /// Other calls that may.
    Parallel,
    /// Nothing.
    Exclusive,
}

/// What the calls of a batch are and do. Each call is asked for its mode, then prepared, run and committed, or else skipped and
/// committed.
pub(crate) trait Calls: Sync {
    /// A call that has not started.
    type Waiting: Send;
    /// A call whose arguments are settled and which nothing forbids.
    type Prepared: Send;
    /// A call that came to its end, before anything of that end is seen from outside.
    type Ended: Send;
    /// The answer.
    type Outcome: Send;

    /// Whether the call was cancelled before it started.
    fn is_cancelled(&self, call: &Self::Waiting) -> bool;

    /// What the call may run beside. Asked each time when the call might start, so that what was committed meanwhile counts.
    fn mode(&self, call: &mut Self::Waiting) -> ExecutionMode;

    /// What goes before the body in model order: policy that decides on the call. The other way out is a call that ended here.
    fn prepare(&self, call: Self::Waiting) -> impl Future<Output = Result<Self::Prepared, Self::Ended>> + Send;

    /// The body and what is made of its value, beside other bodies.
    fn run(&self, call: Self::Prepared) -> impl Future<Output = Self::Ended> + Send;

    /// The end of a call that never started.
    fn skip(&self, call: Self::Waiting) -> Self::Ended;

    /// What follows in model order: policy on results, contexts, observers.
    fn commit(&self, call: Self::Ended) -> impl Future<Output = Self::Outcome> + Send;
}

/// Runs a batch to its end: one outcome per call, in model order.
pub(crate) async fn run_all<C: Calls>(calls: &C, batch: Vec<C::Waiting>, limits: Limits) -> Vec<C::Outcome> {
    let mut lane = Batch::new(batch, limits);
    let mut running = FuturesUnordered::new();
    let mut outcomes = Vec::with_capacity(lane.ended.len());
    while outcomes.len() < lane.ended.len() {
        // What ended is committed before anything starts: its commit may change what may start.
        if let Some(ended) = lane.ended[outcomes.len()].take() {
            outcomes.push(beside(calls.commit(ended), &mut running, &mut lane.ended).await);
            continue;
        }
        match lane.next(calls, running.len()) {
            Next::Start(index, call) => match beside(calls.prepare(call), &mut running, &mut lane.ended).await {
                Ok(prepared) => running.push(indexed(index, calls.run(prepared))),
                Err(ended) => lane.ended[index] = Some(ended),
            },
            Next::Skip(index, call) => lane.ended[index] = Some(calls.skip(call)),
            Next::Wait => {
                if let Some((index, ended)) = running.next().await {
                    lane.ended[index] = Some(ended);
                }
            }
        }
    }
    outcomes
}

/// The calls of a batch that have not started, and those that ended and are not committed.
struct Batch<C: Calls> {
    waiting: VecDeque<(usize, C::Waiting)>,
    ended: Vec<Option<C::Ended>>,
    /// Whether the last call that started runs alone.
    alone: bool,
    limits: Limits,
}

/// What becomes of the next call in model order.
enum Next<W> {
    Start(usize, W),
    Skip(usize, W),
    /// Something has to end first.
    Wait,
}

impl<C: Calls> Batch<C> {
    fn new(calls: Vec<C::Waiting>, limits: Limits) -> Self {
        let ended = calls.iter().map(|_| None).collect();
        Self { waiting: calls.into_iter().enumerate().collect(), ended, alone: false, limits }
    }

    fn next(&mut self, calls: &C, running: usize) -> Next<C::Waiting> {
        let Some((index, mut call)) = self.waiting.pop_front() else { return Next::Wait };
        if calls.is_cancelled(&call) {
            return Next::Skip(index, call);
        }
        let free = running == 0 || (!self.alone && running < self.limits.parallel);
        if free {
            let alone = calls.mode(&mut call) == ExecutionMode::Exclusive;
            if running == 0 || !alone {
                self.alone = alone;
                return Next::Start(index, call);
            }
        }
        self.waiting.push_front((index, call));
        Next::Wait
    }
}

async fn indexed<T>(index: usize, run: impl Future<Output = T>) -> (usize, T) {
    (index, run.await)
}

/// Waits for one step of the ordered lane while bodies go on; what ends meanwhile is put aside until its turn.
async fn beside<T, E, R: Future<Output = (usize, E)>>(
    step: impl Future<Output = T>,
    running: &mut FuturesUnordered<R>,
    ended: &mut [Option<E>],
) -> T {
    let mut step = pin!(step);
    poll_fn(|task| {
        if let Poll::Ready(done) = step.as_mut().poll(task) {
            return Poll::Ready(done);
        }
        while let Poll::Ready(Some((index, end))) = running.poll_next_unpin(task) {
            ended[index] = Some(end);
        }
        Poll::Pending
    })
    .await
}
