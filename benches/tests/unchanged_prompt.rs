//! A prompt of which nothing changed costs no memory. A program of its own, because allocations are counted for a whole process.

use benches::{Allocator, count};
use tool_sdk::prelude::*;
use tool_sdk::prompt::{PromptBuilder, Section, Variables};
use tool_sdk::{Agent, GuardCall};

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Look at the weather.
#[tool]
fn look() -> String {
    "sunny".to_owned()
}

// contract: R3
fn main() {
    let (registry, builder) = (Registry::new(), PromptBuilder::new());
    registry.section(Section::new("where", 1, "In {{cwd}}.")).expect("it registers").keep();
    registry.register(Look).expect("it registers").keep();
    let below = registry.scope("below");
    let agent = Agent::builder("s").scope(&below).build();
    let variables = Variables::new().set("cwd", "/srv");
    let equal = Variables::new().set("cwd", "/srv");
    let turn = |variables: &Variables| builder.assemble(&agent, variables).expect("a prompt");

    let first = count(|| turn(&variables));
    assert!(first > 0, "the first turn makes the prompt, so nobody counts");
    for turns in [1, 1_000] {
        assert_eq!(count(|| (0..turns).for_each(|_| drop(turn(&variables)))), 0, "{turns} turns without a change");
        assert_eq!(count(|| (0..turns).for_each(|_| drop(turn(&equal)))), 0, "{turns} turns with equal variables");
    }
    registry.guard(|_: &GuardCall| None::<String>).keep();
    assert!(count(|| turn(&variables)) > 0, "something changed");
    assert_eq!(count(|| turn(&variables)), 0, "and then nothing did");
}
