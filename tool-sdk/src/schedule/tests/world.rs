//! A world in which nothing happens unless the test says so: every step of a call waits until it is told to end, and everything
//! that is done is checked at once against what a batch promises.

use std::future::{Future, poll_fn};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Poll, Waker};

use super::super::{Calls, ExecutionMode, Limits};

/// What a call is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Waiting,
    Preparing,
    Prepared,
    Running,
    Ended,
    Committing,
    Committed,
}

/// One thing that can happen while the batch waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The step that this call is in comes to its end.
    End(usize),
    /// Every call is cancelled.
    Cancel,
}

/// How a call came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Ran(usize),
    NeverStarted(usize),
}

pub(super) struct Call {
    safe: bool,
    /// Whether the call stops being safe when the first one is committed.
    turns: bool,
    pub(super) state: State,
    released: bool,
    waker: Option<Waker>,
    bodies: usize,
    skipped: bool,
}

pub(super) struct Inner {
    pub(super) calls: Vec<Call>,
    limit: usize,
    pub(super) cancelled: bool,
    /// The step of the ordered lane that is under way.
    lane: Option<usize>,
}

#[derive(Clone)]
pub(super) struct World(Arc<Mutex<Inner>>);

impl World {
    /// Calls that are safe or not.
    pub(super) fn new(safe: &[bool], limit: usize) -> Self {
        let call = |safe: &bool| Call {
            safe: *safe,
            turns: false,
            state: State::Waiting,
            released: false,
            waker: None,
            bodies: 0,
            skipped: false,
        };
        let calls = safe.iter().map(call).collect();
        Self(Arc::new(Mutex::new(Inner { calls, limit, cancelled: false, lane: None })))
    }

    pub(super) fn turning(safe: &[bool], limit: usize, turning: usize) -> Self {
        let world = Self::new(safe, limit);
        world.lock().calls[turning].turns = true;
        world
    }

    pub(super) fn limits(&self) -> Limits {
        Limits::parallel(self.lock().limit)
    }

    pub(super) fn indices(&self) -> Vec<usize> {
        (0..self.lock().calls.len()).collect()
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().expect("no assertion failed yet")
    }

    /// What can happen now.
    pub(super) fn events(&self) -> Vec<Event> {
        let inner = self.lock();
        let under_way = |call: &Call| matches!(call.state, State::Preparing | State::Running | State::Committing);
        let ends = (0..inner.calls.len()).filter(|i| under_way(&inner.calls[*i]) && !inner.calls[*i].released);
        let mut events: Vec<Event> = ends.map(Event::End).collect();
        if !inner.cancelled {
            events.push(Event::Cancel);
        }
        events
    }

    pub(super) fn happen(&self, event: Event) {
        let waker = match event {
            Event::Cancel => {
                self.lock().cancelled = true;
                None
            }
            Event::End(index) => {
                let mut inner = self.lock();
                inner.calls[index].released = true;
                inner.calls[index].waker.take()
            }
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Waits in one state until the test ends it.
    fn step(&self, index: usize, state: State) -> impl Future<Output = ()> + Send {
        let world = self.clone();
        {
            let call = &mut world.lock().calls[index];
            call.state = state;
            call.released = false;
        }
        poll_fn(move |task| {
            let call = &mut world.lock().calls[index];
            if call.released {
                return Poll::Ready(());
            }
            call.waker = Some(task.waker().clone());
            Poll::Pending
        })
    }

    fn enter_lane(&self, index: usize) {
        let mut inner = self.lock();
        assert_eq!(inner.lane, None, "one step of the lane at a time");
        inner.lane = Some(index);
    }

    fn leave_lane(&self, index: usize, state: State) {
        let mut inner = self.lock();
        inner.lane = None;
        inner.calls[index].state = state;
    }
}

/// A body that is dropped where it waits has come to its end.
struct Body(World, usize);

impl Drop for Body {
    fn drop(&mut self) {
        // A failed assertion of the world itself leaves nothing to note.
        if let Ok(mut inner) = self.0.0.lock() {
            inner.calls[self.1].state = State::Ended;
        }
    }
}

impl Inner {
    pub(super) fn running(&self) -> usize {
        self.count(State::Running)
    }

    pub(super) fn count(&self, state: State) -> usize {
        self.calls.iter().filter(|call| call.state == state).count()
    }

    fn is_safe(&self, index: usize) -> bool {
        let call = &self.calls[index];
        let first_is_committed = self.calls[0].state == State::Committed;
        call.safe && !(call.turns && first_is_committed)
    }

    /// What has to be so when a call starts: order, limit, barrier, and no cancel.
    fn check_start(&self, index: usize) {
        assert!(!self.cancelled, "call {index} starts after the cancel");
        assert!(self.calls[..index].iter().all(|call| call.state != State::Waiting), "call {index} overtakes another");
        assert!(self.calls[index..].iter().all(|call| call.state == State::Waiting), "call {index} starts late");
        assert!(self.running() < self.limit, "call {index} exceeds the limit");
        let barrier = (0..index).rev().find(|i| !self.is_safe(*i) && !self.calls[*i].skipped);
        let barrier = if self.is_safe(index) { barrier } else { index.checked_sub(1) };
        if let Some(barrier) = barrier {
            let before = &self.calls[..=barrier];
            assert!(before.iter().all(|call| call.state == State::Committed), "call {index} passes a barrier");
        }
    }

    fn enter_body(&mut self, index: usize) {
        let call = &mut self.calls[index];
        assert_eq!(call.state, State::Prepared);
        call.bodies += 1;
        assert_eq!(call.bodies, 1, "the body of call {index} is entered again");
    }

    fn check_running(&self) {
        let running: Vec<usize> = (0..self.calls.len()).filter(|i| self.calls[*i].state == State::Running).collect();
        assert!(running.len() <= self.limit, "more run than may: {running:?}");
        assert!(running.len() == 1 || running.iter().all(|i| self.is_safe(*i)), "one of {running:?} is exclusive");
    }

    /// Nothing is left undone while the batch waits: a call that may start has started.
    pub(super) fn check_eager(&self) {
        if self.lane.is_some() {
            return;
        }
        let committed = self.count(State::Committed);
        assert_ne!(self.calls[committed].state, State::Ended, "call {committed} is left uncommitted");
        let Some(next) = self.calls.iter().position(|call| call.state == State::Waiting) else { return };
        let exclusive_runs = (0..next).any(|i| self.calls[i].state == State::Running && !self.is_safe(i));
        let may_start = self.is_safe(next) && !exclusive_runs && self.running() < self.limit;
        assert!(self.running() > 0 && !may_start, "call {next} could start");
    }
}

impl Calls for World {
    type Waiting = usize;
    type Prepared = usize;
    type Ended = Answer;
    type Outcome = Answer;

    fn is_cancelled(&self, _: &usize) -> bool {
        self.lock().cancelled
    }

    fn mode(&self, index: &mut usize) -> ExecutionMode {
        if self.lock().is_safe(*index) { ExecutionMode::Parallel } else { ExecutionMode::Exclusive }
    }

    async fn prepare(&self, index: usize) -> Result<usize, Answer> {
        self.lock().check_start(index);
        self.enter_lane(index);
        self.step(index, State::Preparing).await;
        // As a pipeline does: a cancel while policy decides keeps the body from being entered.
        let cancelled = self.lock().cancelled;
        self.leave_lane(index, if cancelled { State::Ended } else { State::Prepared });
        if cancelled { Err(Answer::NeverStarted(index)) } else { Ok(index) }
    }

    async fn run(&self, index: usize) -> Answer {
        self.lock().enter_body(index);
        let step = self.step(index, State::Running);
        self.lock().check_running();
        let body = Body(self.clone(), index);
        step.await;
        drop(body);
        Answer::Ran(index)
    }

    fn skip(&self, index: usize) -> Answer {
        let mut inner = self.lock();
        assert!(inner.cancelled && inner.calls[index].state == State::Waiting, "call {index} is skipped");
        inner.calls[index].state = State::Ended;
        inner.calls[index].skipped = true;
        Answer::NeverStarted(index)
    }

    async fn commit(&self, answer: Answer) -> Answer {
        let (Answer::Ran(index) | Answer::NeverStarted(index)) = answer;
        assert_eq!(self.lock().count(State::Committed), index, "commits are in model order");
        self.enter_lane(index);
        self.step(index, State::Committing).await;
        self.leave_lane(index, State::Committed);
        answer
    }
}
