//! What a host does with a registry: who sees which tool, who may stop or change what, and the one answer of every call.

/// Contract E14: agents, their scopes, turns and contexts.
mod agents;
/// Contract P2: who is asked.
mod approvals;
/// Contract R8: who hears of changes, and may refuse them.
mod changes;
/// Contract P1, P3: who may stop a call.
mod decisions;
/// Contract E6: errors and panics that fight back.
mod hostile;
/// Contract E10: layers around the body.
mod layers;
/// Contract E13: what a body says beside its value, and the calls that it makes.
mod nested;
/// Contract E2, E6: the order of stages, and who hears of calls.
mod observers;
/// Contract R1, R10: what is installed together is undone together.
mod plugins;
/// Contract P4: what becomes of a result.
mod results;
/// Contract E4: policies that do nothing change nothing.
mod same_outcome;
/// Contract R7: who sees what.
mod scopes;
/// Contract E9, E10: the signals of layers, and what is told of a call that was cancelled.
mod signals;
/// Contract H5: the span of a call.
mod spans;
/// Contract P7: calls that reach no policy, and are answered all the same.
mod unreached;

use std::sync::{Arc, Mutex, PoisonError};

use tool_sdk::prelude::*;
use tool_sdk::{CallInfo, Scope};

/// What was said, in order.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    fn say(&self, word: impl Into<String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(word.into());
    }

    /// What was said since the last time.
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Double a number.
#[tool]
fn double(
    /// The number.
    n: u32,
) -> u32 {
    n * 2
}

/// Say that it ran.
#[tool]
fn run(State(heard): State<Heard>) -> String {
    heard.say("body");
    "ran".to_owned()
}

/// A registry whose tool `run` is heard.
fn heard() -> (Registry, Heard) {
    let (registry, heard) = (Registry::new(), Heard::default());
    registry.provide(heard.clone()).expect("the state is new");
    registry.register(Run).expect("the tool registers").keep();
    (registry, heard)
}

/// The code of a failure; nothing for a success.
fn code(outcome: &Outcome) -> &str {
    outcome.error().map_or("", |failure| failure.code().as_str())
}

fn names(scope: &Scope) -> Vec<String> {
    scope.schemas().iter().map(|schema| schema.name().to_owned()).collect()
}

/// Counts the results that are told, with their codes.
fn tell_results(scope: &Scope, heard: &Heard) {
    let heard = heard.clone();
    scope.on_result(move |_: &CallInfo, outcome: &Outcome| heard.say(format!("result {}", code(outcome)))).keep();
}
