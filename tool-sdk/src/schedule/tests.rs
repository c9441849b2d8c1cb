//! Every interleaving of small batches, and random ones of larger batches, in a world that the test drives step by step.

mod world;

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use self::world::{Answer, Event, State, World};
use super::{Limits, run_all};

/// Remembers that it was called: a batch that is polled without having been woken would hide a lost wake-up.
#[derive(Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// What a run of a batch came to, and how many events there were to choose from at each of its steps.
struct Run {
    answers: Option<Vec<Answer>>,
    choices: Vec<usize>,
    /// The calls whose bodies had been entered when the cancel came.
    entered_at_cancel: Option<usize>,
}

/// Runs a batch; at each step `choose` picks one of so many events, or drops the batch.
fn drive(world: &World, mut choose: impl FnMut(usize, usize) -> Option<usize>) -> Run {
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(woken.clone());
    let mut run = Run { answers: None, choices: Vec::new(), entered_at_cancel: None };
    let mut batch = pin!(run_all(world, world.indices(), world.limits()));
    loop {
        if let Poll::Ready(answers) = batch.as_mut().poll(&mut Context::from_waker(&waker)) {
            run.answers = Some(answers);
            return run;
        }
        loop {
            woken.0.store(false, Ordering::SeqCst);
            if !world.lock().cancelled {
                world.lock().check_eager();
            }
            let events = world.events();
            assert!(events.iter().any(|event| *event != Event::Cancel), "the batch waits for nothing");
            let Some(choice) = choose(run.choices.len(), events.len()) else { return run };
            run.choices.push(events.len());
            if events[choice] == Event::Cancel {
                let begun = |call: &&world::Call| !matches!(call.state, State::Waiting | State::Preparing);
                run.entered_at_cancel = Some(world.lock().calls.iter().filter(begun).count());
            }
            world.happen(events[choice]);
            if woken.0.load(Ordering::SeqCst) {
                break;
            }
            assert_eq!(events[choice], Event::Cancel, "an end that wakes nobody");
        }
    }
}

/// One outcome per call, in order; after a cancel the calls that had begun ran to their ends and the others never started.
fn check(run: &Run, calls: usize) {
    let begun = run.entered_at_cancel.unwrap_or(calls);
    let expected: Vec<Answer> =
        (0..calls).map(|i| if i < begun { Answer::Ran(i) } else { Answer::NeverStarted(i) }).collect();
    assert_eq!(run.answers.as_deref(), Some(&*expected));
}

/// The next sequence of choices in which the last one that can be is one higher.
fn following(mut choices: Vec<usize>, taken: &[usize]) -> Option<Vec<usize>> {
    choices.resize(taken.len(), 0);
    while let Some(last) = choices.pop() {
        if last + 1 < taken[choices.len()] {
            choices.push(last + 1);
            return Some(choices);
        }
    }
    None
}

/// Runs a batch in every possible order of events, and says how many there were.
fn every_order(world: impl Fn() -> World, calls: usize) -> usize {
    let mut choices = Some(Vec::new());
    let mut orders = 0;
    while let Some(script) = choices {
        let run = drive(&world(), |step, _| Some(script.get(step).copied().unwrap_or(0)));
        check(&run, calls);
        orders += 1;
        choices = following(script, &run.choices);
    }
    orders
}

// contract: C2, C3, E15
#[test]
fn every_order_of_every_small_batch_keeps_the_promises() {
    let mut orders = 0;
    for calls in 0..=4_usize {
        for modes in 0..1_u32 << calls {
            let safe: Vec<bool> = (0..calls).map(|i| modes & (1 << i) != 0).collect();
            for limit in 1..=calls.max(1) {
                orders += every_order(|| World::new(&safe, limit), calls);
            }
        }
    }
    assert!(orders > 9_000, "{orders}");
}

// contract: C1, C2
#[test]
fn a_call_that_a_commit_makes_exclusive_waits_for_the_others() {
    for limit in 1..=3 {
        every_order(|| World::turning(&[true, true, true], limit, 2), 3);
    }
}

// contract: E9
#[test]
fn dropping_a_batch_at_any_step_drops_every_body() {
    for steps in 0..8 {
        let world = World::new(&[true, true, false], 2);
        // The last event but the cancel, so that calls start before the first one ends.
        let run = drive(&world, |step, events| (step < steps).then(|| events.saturating_sub(2)));
        assert!(run.answers.is_none());
        assert_eq!(world.lock().running(), 0, "after {steps} steps");
    }
}

// contract: C2
#[test]
fn a_later_call_that_ends_first_is_committed_in_its_turn() {
    let world = World::new(&[true, true], 2);
    // Both are prepared, then the second ends before the first.
    let run = drive(&world, |step, _| {
        if step == 3 {
            let states = world.lock().calls.iter().map(|call| call.state).collect::<Vec<_>>();
            assert_eq!(states, [State::Running, State::Ended]);
        }
        Some(usize::from(matches!(step, 1 | 2)))
    });
    assert_eq!(run.answers, Some(vec![Answer::Ran(0), Answer::Ran(1)]));
}

#[test]
fn a_limit_of_zero_is_one() {
    assert_eq!(Limits::parallel(0), Limits::parallel(1));
    let run = drive(&World::new(&[true, true], 1), |_, _| Some(0));
    check(&run, 2);
}

/// The same batches for everybody, and nothing written into the tree.
fn fixed() -> ProptestConfig {
    ProptestConfig { cases: 1000, rng_seed: RngSeed::Fixed(3), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(fixed())]

    // contract: C2, C3, E15
    #[test]
    fn random_orders_of_larger_batches_keep_the_promises(
        safe in prop::collection::vec(prop::bool::weighted(0.8), 0..24),
        limit in 1_usize..9,
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
        cancels in prop::option::weighted(0.5, 0_usize..120),
    ) {
        let world = World::new(&safe, limit);
        let run = drive(&world, |step, events| {
            let cancel = !world.lock().cancelled;
            Some(match picks.get(step) {
                _ if cancel && cancels == Some(step) => events - 1,
                Some(pick) => pick.index(if cancel { events - 1 } else { events }),
                None => 0,
            })
        });
        check(&run, safe.len());
    }
}
