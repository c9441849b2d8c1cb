//! What the command line puts around a call: `--timeout`, `--ask`, `--deny`.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use tool_sdk::approve::terminal;
use tool_sdk::layers::deadline;
use tool_sdk::prelude::*;
use tool_sdk::{Agent, CallInfo, Decision, Effect, GuardCall, PreCall, ToolSchema};

use crate::cli::Policy;
use crate::pattern::Pattern;

/// Puts it into `registry`, for good. Where a person is to be asked, the agent is the one for which the call has to be made.
///
/// # Errors
/// A pattern that speaks of no tool would deny nothing, and whoever wrote it would not know.
pub(crate) fn install(registry: &Registry, policy: Policy) -> Result<Option<Agent>, String> {
    known(registry, &policy.deny)?;
    if let Some(after) = policy.timeout {
        registry.around_execute(deadline(after)).keep();
    }
    let denied: Arc<[Pattern]> = policy.deny.into();
    let guarded = Arc::clone(&denied);
    registry.guard(move |call: &GuardCall| denial(&guarded, call)).keep();
    if !policy.ask {
        return Ok(None);
    }
    registry
        .on_pre_execute(move |call: PreCall| {
            let decision = match (denial(&denied, &call), call.effect()) {
                // The guard says so too, but only after the question.
                (Some(reason), _) => Decision::deny(reason),
                (None, Some(Effect::Read)) => Decision::allow(),
                (None, _) => Decision::ask("it does more than read"),
            };
            async move { decision }
        })
        .keep();
    Ok(Some(person()))
}

fn known(registry: &Registry, denied: &[Pattern]) -> Result<(), String> {
    let schemas = registry.schemas();
    let idle = denied.iter().find(|pattern| !schemas.iter().any(|tool| pattern.names(tool.name())));
    let Some(pattern) = idle else { return Ok(()) };
    let known: Vec<&str> = schemas.iter().map(ToolSchema::name).collect();
    Err(format!("`--deny {pattern}` speaks of no tool; there is {}", known.join(", ")))
}

fn denial(denied: &[Pattern], call: &CallInfo) -> Option<String> {
    let pattern = denied.iter().find(|pattern| pattern.matches(call.name(), call.arguments()))?;
    Some(format!("denied by `--deny {pattern}`"))
}

/// Whoever sits at the terminal. A question that goes to a file is one that nobody reads, so both ends have to be one.
fn person() -> Agent {
    let agent = Agent::builder("toolbox");
    match io::stdin().is_terminal() && io::stderr().is_terminal() {
        true => agent.approver(terminal()).build(),
        false => agent.build(),
    }
}
