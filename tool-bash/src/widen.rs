//! A wider sandbox for one command, if the user allows it (contract X6).

use tool_sdk::prelude::*;
use tool_sdk::{Confinement, ConfinementMode, ToolContext, Widening, WideningError};

use crate::args::BashArgs;

/// The two arguments that ask for it.
const PAIR: [&str; 2] = ["sandbox_permissions", "justification"];

/// The sentences of the description that speak of a sandbox.
const SENTENCES: [&str; 2] = [
    "A blocked file operation shows as `[sandbox: …]`: do not work around it.",
    "If it is needed, send the command again with `sandbox_permissions` and `justification`.",
];

/// Leaves out of the declaration what the executor cannot give.
pub(crate) fn narrow(policy: Option<&Confinement>, narrow: &mut Narrow) {
    let Some(policy) = policy.filter(|policy| policy.is_confining()) else {
        for argument in PAIR {
            narrow.leave_out(argument, "commands are not confined");
        }
        for sentence in SENTENCES {
            narrow.leave_out_sentence(sentence);
        }
        return;
    };
    // A mode that gives no more than there is.
    if policy.mode() == ConfinementMode::WorkspaceWrite {
        narrow.leave_out_branch(PAIR[0], "workspace-write", "commands have that already");
    } else if policy.roots().is_empty() {
        narrow.leave_out_branch(PAIR[0], "workspace-write", "no folder may be written here");
    }
}

/// Whether the arguments that ask for it stand together and say something.
pub(crate) fn check(args: &BashArgs) -> Result<(), Invalid> {
    asked(args).map(|_| ()).map_err(|error| Invalid::at(error.argument(), error.to_string()))
}

/// The policy of this command alone, if it asks for a wider one than that of the executor and the user allows it.
///
/// # Errors
/// `INVALID_ARGS` when it is no wider one; else as [`ToolContext::ask`].
pub(crate) async fn policy(
    args: &BashArgs,
    policy: Option<&Confinement>,
    cx: &ToolContext,
) -> ToolResult<Option<Confinement>> {
    let refused = |error: WideningError| ToolError::invalid(error.argument(), error);
    let Some(widening) = asked(args).map_err(refused)? else { return Ok(None) };
    let Some(policy) = policy else {
        return Err(ToolError::invalid(PAIR[0], "commands are not confined here: leave it out"));
    };
    let wider = policy.widened(&widening).map_err(refused)?;
    let (from, to) = (policy.mode(), wider.mode());
    cx.ask(format!("run the command under {to} instead of {from}: {}", widening.justification)).await?;
    Ok(Some(wider))
}

fn asked(args: &BashArgs) -> Result<Option<Widening>, WideningError> {
    Widening::of(args.sandbox_permissions, args.justification.as_deref())
}
