use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tokio::sync::watch;
use tool_sdk::{Agent, CallInfo, Deny, Outcome, RawTool, Registration, Registry, Scope, ToolCall, ToolContext};

use crate::{CALLS, SWAPPED, TOOLS};

/// How the calls of a crowd ended.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    answered: usize,
    unknown: usize,
    denied: usize,
}

/// Opens when every call of a crowd is under way.
struct Gate(watch::Receiver<bool>);

pub(crate) fn name(number: usize) -> String {
    format!("tool_{number}")
}

/// A tool that waits for the gate of its caller, and says which it is.
pub(crate) fn tool(number: usize) -> RawTool {
    let parameters = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    let run = move |arguments: Value, cx: ToolContext| async move {
        if let Some(gate) = cx.state::<Gate>() {
            let mut open = gate.0.clone();
            // A gate that is gone holds nobody up.
            let _ = open.wait_for(|open| *open).await;
        }
        cx.defer_context("done");
        Ok(json!({"tool": number, "n": arguments["n"]}))
    };
    RawTool::new(name(number), "Wait, and say which this is.", parameters, run).validated()
}

/// Those that stay; the others come and go.
pub(crate) fn register(registry: &Registry) {
    (SWAPPED..TOOLS).for_each(|number| registry.register_raw(tool(number)).expect("the tool registers").keep());
}

/// Where the calls are made: the registry, and scopes of which each hides one tool.
fn places(registry: &Registry) -> Vec<Scope> {
    let hiding = |number| registry.scope("hiding").restrict(Deny::of([name(number)])).expect("the tool is there");
    let mut places = vec![Scope::clone(registry)];
    places.extend([1, 2, 3].map(|number| hiding(TOOLS - number)));
    places
}

/// Hears how often each call is answered.
fn count_answers(scope: &Scope) -> (Arc<Vec<AtomicUsize>>, Registration) {
    let answers: Arc<Vec<AtomicUsize>> = Arc::new((0..CALLS).map(|_| AtomicUsize::new(0)).collect());
    let heard = answers.clone();
    let guard = scope.on_result(move |call: &CallInfo, _: &Outcome| {
        if let Ok(number) = call.call_id().as_str().parse::<usize>() {
            heard[number].fetch_add(1, Ordering::Relaxed);
        }
    });
    (answers, guard)
}

/// Makes all calls at once, lets them go on once the last has begun, and looks at every answer.
pub(crate) async fn call_all(registry: &Registry) -> Tally {
    let (open, gate) = watch::channel(false);
    let places = places(registry);
    let owner = registry.owner("crowd");
    owner.provide(Gate(gate)).expect("one crowd at a time");
    let (answers, counting) = count_answers(registry);
    let begun = Arc::new(AtomicUsize::new(0));
    let calls: Vec<_> = (0..CALLS)
        .map(|number| {
            let (place, begun) = (places[number % places.len()].clone(), begun.clone());
            tokio::spawn(async move {
                begun.fetch_add(1, Ordering::Relaxed);
                let agent = Agent::builder("crowd").scope(&place).build();
                let arguments = format!("{{\"n\": \"{number}\"}}");
                place.call(ToolCall::new(name(number % TOOLS), arguments).id(number.to_string()).agent(&agent)).await
            })
        })
        .collect();
    while begun.load(Ordering::Relaxed) < CALLS {
        tokio::task::yield_now().await;
    }
    open.send_replace(true);
    let mut tally = Tally::default();
    for (number, call) in calls.into_iter().enumerate() {
        look(number, &call.await.expect("no call panics"), &mut tally);
    }
    counting.dispose();
    owner.dispose().await;
    assert!(answers.iter().all(|answers| answers.load(Ordering::Relaxed) == 1), "each call is told once");
    assert_eq!(tally.answered + tally.unknown + tally.denied, CALLS);
    assert!(tally.answered > CALLS / 2, "{tally:?}");
    tally
}

/// The answer is that of this call, or it says why there is none.
fn look(number: usize, outcome: &Outcome, tally: &mut Tally) {
    assert_eq!(outcome.call_id().as_str(), number.to_string());
    match (outcome.value(), outcome.error().map(|failure| failure.code().as_str())) {
        (Some(value), _) => {
            assert_eq!(value.to_json(), json!({"tool": number % TOOLS, "n": number}));
            assert_eq!((outcome.repairs().len(), outcome.contexts().is_empty()), (1, false));
            tally.answered += 1;
        }
        (_, Some("UNKNOWN_TOOL")) => tally.unknown += 1,
        (_, Some("DENIED")) => tally.denied += 1,
        _ => panic!("{}", outcome.to_json()),
    }
}
