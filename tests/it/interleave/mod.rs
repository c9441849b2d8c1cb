//! Calls under a scheduler that the test decides: a poll of a call passes exactly one of its awaits, and between two polls tools
//! come and go, signals fire, calls are abandoned. What has to come of a call is told by what was so when it began.

/// Orders by dice, of more calls and more that happens.
mod any_order;
/// Every order of few steps.
mod every_order;
/// What has to come of a call.
mod expected;
/// The registry, its stages and its calls, with what is known of them.
mod world;

/// What a registry does to its calls.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shape {
    /// Whether there are policies at all; without, a call goes the short way.
    governed: bool,
    /// Whether somebody is asked.
    asks: bool,
    /// Whether a layer runs the body a second time.
    twice: bool,
    /// Whether the body looks at its signal.
    heeds: bool,
}

impl Shape {
    /// All that differ.
    fn all() -> Vec<Self> {
        let both = [false, true];
        let mut all = Vec::new();
        for heeds in both {
            all.push(Self { governed: false, asks: false, twice: false, heeds });
            for asks in both {
                all.extend(both.map(|twice| Self { governed: true, asks, twice, heeds }));
            }
        }
        all
    }
}

/// What happens between two polls.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    /// The tool is taken back.
    Dispose,
    /// The tool is taken back, and another version of it registered.
    Swap,
    /// A guard that denies comes.
    Close,
    /// It goes.
    Open,
    /// A caller cancels.
    Cancel(usize),
    /// A caller abandons its call.
    Abandon(usize),
}

/// One step of a schedule.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Poll(usize),
    Happens(Event),
}
