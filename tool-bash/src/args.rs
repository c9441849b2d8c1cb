//! What a model may ask.

use tool_sdk::SandboxPermissions;
use tool_sdk::prelude::*;

use crate::widen;

/// The arguments of [`Bash`](crate::Bash).
///
/// ```
/// let args = tool_bash::BashArgs::new("cargo test", "Run all tests").workdir("core");
/// assert_eq!(args.timeout_ms, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, ToolArgs)]
#[tool(check = check, call = terminal(title = "{command}", description = description, cwd = workdir))]
#[non_exhaustive]
pub struct BashArgs {
    /// The command.
    #[arg(not_blank, alias = "cmd")]
    pub command: String,
    /// What it does, in 5 to 10 words and active voice; shown to the user.
    #[arg(not_blank)]
    pub description: String,
    /// Milliseconds after which it is stopped; 120000 when absent.
    #[arg(rename = "timeoutMs", min = 1, alias = "timeout", alias = "timeout_ms")]
    pub timeout_ms: Option<u64>,
    /// Where it runs: absolute, or relative to the working directory.
    #[arg(not_blank, alias = "cwd", alias = "working_directory")]
    pub workdir: Option<String>,
    /// A wider sandbox for this command alone; the user is asked.
    pub sandbox_permissions: Option<SandboxPermissions>,
    /// Why it needs that, for the user; goes with `sandbox_permissions`.
    #[arg(not_blank)]
    pub justification: Option<String>,
}

/// What no keyword says. The operating system ends a text at a NUL, so what follows it would be lost without a word.
fn check(args: &BashArgs) -> Result<(), Invalid> {
    let workdir = args.workdir.as_deref().unwrap_or_default();
    for (name, text) in [("command", args.command.as_str()), ("workdir", workdir)] {
        if text.contains('\0') {
            return Err(Invalid::at(name, "cannot hold a NUL character"));
        }
    }
    widen::check(args)
}
