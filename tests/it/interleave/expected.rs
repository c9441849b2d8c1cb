use super::world::{Begun, Running, Trail, World};
use super::{Shape, Step};

/// More polls than any call has awaits.
const ENOUGH: usize = 40;

/// Runs a schedule, and then every call to its end; says what came of it that should not have.
pub(super) fn run(shape: Shape, calls: usize, schedule: &[Step]) -> Result<(), String> {
    let mut world = World::new(shape, calls);
    for step in schedule {
        match step {
            Step::Poll(number) => world.poll(*number),
            Step::Happens(event) => world.happens(*event),
        }
    }
    for number in 0..calls {
        (0..ENOUGH).for_each(|_| world.poll(number));
    }
    (0..calls).try_for_each(|number| {
        let (call, trail) = (&world.calls[number], world.trail(number));
        check(shape, call, &trail).map_err(|wrong| {
            let outcomes: Vec<_> = call.outcomes.iter().map(|outcome| outcome.to_json().to_string()).collect();
            format!(
                "call {number} {wrong}\n{shape:?}\n{schedule:?}\n{:?} cancelled at {:?}\n{trail:?}\n{outcomes:?}",
                call.begun, call.cancelled
            )
        })
    })
}

fn check(shape: Shape, call: &Running, trail: &Trail) -> Result<(), String> {
    let holds = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
    holds(trail.left == trail.entered, "left a body running")?;
    let governed = u32::from(shape.governed);
    holds(trail.starts == trail.entered * governed, "told another number of starts than it had")?;
    holds(trail.entered <= if shape.governed { trail.nexts } else { 1 }, "entered its body more often than asked")?;
    if call.abandoned {
        return holds(call.outcomes.is_empty() && trail.results.is_empty(), "was abandoned and has a result");
    }
    let [outcome] = call.outcomes.as_slice() else { return Err("has not one result".to_owned()) };
    let code = outcome.error().map_or("", |failure| failure.code().as_str());
    if shape.governed {
        holds(trail.came == 1 && trail.results == [code], "was not told once")?;
    }
    holds(code != "ABORTED_BEFORE_DISPATCH" || trail.entered == 0, "is told as not started, and was")?;
    holds(code != "ABORTED" || trail.entered > 0, "is told as possibly done, and never began")?;
    let begun = call.begun.ok_or("never began")?;
    let expected = ending(shape, begun, call.cancelled.as_ref());
    holds(code == expected, &format!("ends as `{code}` and not as `{expected}`"))?;
    let version = outcome.value().and_then(|value| value.downcast_ref::<u32>().copied());
    holds(!code.is_empty() || version == begun.version, "ran another version than the one it began with")
}

/// The code that a call ends with, by how it began and where it was when its caller cancelled it.
fn ending(shape: Shape, begun: Begun, cancelled: Option<&Trail>) -> &'static str {
    if begun.version.is_none() {
        return "UNKNOWN_TOOL";
    }
    if begun.cancelled {
        return "ABORTED_BEFORE_DISPATCH";
    }
    match cancelled {
        // Nobody is asked about a call that is cancelled by then; an answer that comes with the cancel is still an answer.
        Some(trail) if shape.asks && trail.place == "pre" => "ABORTED_BEFORE_DISPATCH",
        _ if begun.closed => "DENIED",
        Some(trail) if trail.entered == 0 => "ABORTED_BEFORE_DISPATCH",
        Some(trail) => {
            let is_last = trail.entered == if shape.twice { 2 } else { 1 };
            if shape.heeds && is_last && trail.place.starts_with("body") { "STOPPED" } else { "ABORTED" }
        }
        None => "",
    }
}
