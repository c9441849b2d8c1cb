//! The tool `bash`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tool_sdk::ErrorCode;
use tool_sdk::prelude::*;

use crate::args::BashArgs;
use crate::executor::{Cause, Command, Executor, Finished, Live};
use crate::local::Local;
use crate::output::{BashOutput, Foreground};
use crate::present::{self, BashMeta};
use crate::progress::Watched;
use crate::{render, widen};

/// The time of a command that asks for none; the description of the argument says it too.
pub(crate) const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);

/// The most time that a command may ask for.
const MAX_TIMEOUT: Duration = Duration::from_secs(600);

/// The tool `bash`: runs a command and waits for it.
///
/// What runs the command is an [`Executor`]: [`Local`] unless the host gives another, [`Confined`](crate::Confined) for one. Which
/// commands may run is up to the policies of the host.
///
/// Every call is a fresh shell: nothing of an earlier one is left, neither variables nor directory nor processes. A pipeline ends
/// as its last command does, as in every shell where nobody set `pipefail` (decision D9). A command that fails is a value with its
/// exit code; what its shell leaves running is stopped and counted (decision D10).
///
/// # Errors
/// * the working directory cannot be used → [`code::BAD_DIRECTORY`](crate::code::BAD_DIRECTORY)
/// * there is no such shell → [`code::NOT_STARTED`](crate::code::NOT_STARTED)
/// * the confinement cannot be had → [`code::SANDBOX_UNAVAILABLE`](crate::code::SANDBOX_UNAVAILABLE)
/// * the command killed what watched over it → [`code::LOST`](crate::code::LOST)
/// * cancelled → `ABORTED`; the content holds what was written until then, the meta how the command ended
/// * a wider sandbox is asked for → `INVALID_ARGS` where it is no wider one, and what [`ToolContext::ask`] fails with
///
/// # While it runs
/// Who hears the [progress](ToolCall::on_progress) of the call gets the end of the output as message, at most ten times a second.
///
/// ```
/// use tool_bash::{Bash, BashOutput};
///
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// let arguments = r#"{"command":"echo hi; exit 3","description":"Greet and fail"}"#;
/// let outcome = tool_sdk::testing::call(Bash::new("/"), arguments).await;
/// assert_eq!(outcome.text(), "hi\n[exit code: 3]");
/// let value: &BashOutput = outcome.value().and_then(|value| value.downcast_ref()).expect("a value");
/// let BashOutput::Foreground(value) = value else { panic!("it was waited for") };
/// assert_eq!(value.exit_code.as_option(), Some(&3));
/// # });
/// ```
#[derive(Clone, Debug)]
pub struct Bash {
    executor: Arc<dyn Executor>,
    folder: Option<PathBuf>,
    default_timeout: Duration,
    max_timeout: Duration,
}

impl Bash {
    /// The tool with commands on this machine, unconfined; in `folder`, where the agent has no directory of its own.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self::builder().cwd(folder).build()
    }

    /// Starts with the defaults.
    pub fn builder() -> BashBuilder {
        BashBuilder::default()
    }

    fn timeout(&self, asked: Option<u64>) -> Duration {
        asked.map_or(self.default_timeout, Duration::from_millis).min(self.max_timeout)
    }

    /// Absolute as it is, relative to the directory of the agent. An agent without one has the folder of the tool, and a tool without
    /// one that of the process.
    fn directory(&self, asked: Option<&str>, agent: Option<&Path>) -> ToolResult<PathBuf> {
        let (asked, agent) = (Path::new(asked.unwrap_or_default()), agent.unwrap_or(Path::new("")));
        let place = self.folder.as_deref().unwrap_or(Path::new("")).join(agent).join(asked);
        let place = if place.is_absolute() { place } else { std::env::current_dir()?.join(place) };
        Ok(place.components().collect())
    }

    /// Runs the command of a call under the policy of the executor, or under a wider one.
    async fn run(&self, args: BashArgs, timeout: Duration, cx: &ToolContext) -> ToolResult<Finished> {
        let directory = self.directory(args.workdir.as_deref(), cx.cwd())?;
        let confinement = widen::policy(&args, self.executor.confinement(), cx).await?;
        let mut command = Command::new(args.command, directory).timeout(timeout);
        command.confinement = confinement;
        let watched = Watched::of(cx);
        let live = watched.as_ref().map(|watched| watched as &dyn Live);
        self.executor.run(command, cx.signal().clone(), live).await.map_err(crate::ShellError::into_tool_error)
    }
}

impl Default for Bash {
    /// The tool in the directory of the process.
    fn default() -> Self {
        Self::builder().build()
    }
}

/// Run a command with `bash -c` and return its output. Each call is a fresh shell: variables, functions and `cd` do not last, so
/// send `workdir` instead of `cd`. There is no terminal and no input. A non-zero exit shows as `[exit code: N]` at the end: check
/// it. Of long output the end is shown, and all of it is saved at the path that is told. What a command leaves running is stopped
/// when it ends. A blocked file operation shows as `[sandbox: …]`: do not work around it.
/// If it is needed, send the command again with `sandbox_permissions` and `justification`.
#[tool(name = "bash", effect = destructive)]
impl Bash {
    async fn execute(&self, args: BashArgs, cx: &ToolContext) -> ToolResult<BashOutput> {
        let timeout = self.timeout(args.timeout_ms);
        let finished = self.run(args, timeout, cx).await?;
        let is_cancelled = finished.cause == Some(Cause::Cancelled);
        let value = Foreground::new(finished, timeout);
        if is_cancelled {
            return Err(aborted(value));
        }
        Ok(BashOutput::Foreground(value))
    }

    fn render(_: &BashArgs, value: &BashOutput) -> String {
        render::text(value)
    }

    fn presentation_meta(_: &BashArgs, value: &BashOutput) -> BashMeta {
        BashMeta::of(value)
    }

    fn narrow(&self, narrow: &mut Narrow) {
        widen::narrow(self.executor.confinement(), narrow);
    }

    fn present_result(_: &BashArgs, result: &Presented<BashMeta>) -> Option<ResultView> {
        present::result(result)
    }
}

/// A cancelled command may have done anything; what it wrote is all that is known of it.
fn aborted(value: Foreground) -> ToolError {
    const MESSAGE: &str = "the command was cancelled, effects are possible";
    let content = format!("Error: {MESSAGE}. Output until then:\n{}", render::foreground(&value));
    let meta = BashMeta::of(&BashOutput::Foreground(value));
    ToolError::new(ErrorCode::ABORTED, MESSAGE).with_content(content).with_meta(&meta)
}

/// Settings of a [`Bash`].
#[derive(Clone, Debug)]
pub struct BashBuilder {
    executor: Option<Arc<dyn Executor>>,
    folder: Option<PathBuf>,
    default_timeout: Duration,
    max_timeout: Duration,
}

impl Default for BashBuilder {
    fn default() -> Self {
        Self { executor: None, folder: None, default_timeout: DEFAULT_TIMEOUT, max_timeout: MAX_TIMEOUT }
    }
}

impl BashBuilder {
    /// Where commands of an agent without a directory run, and where relative places start; the directory of the process otherwise.
    #[must_use]
    pub fn cwd(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// What runs the commands. Several tools may share one, in an `Arc`.
    #[must_use]
    pub fn executor(mut self, executor: impl Executor) -> Self {
        self.executor = Some(Arc::new(executor));
        self
    }

    /// The time of a command that asks for none, 120 s, and the most that one gets, 600 s.
    #[must_use]
    pub fn timeouts(mut self, default: Duration, most: Duration) -> Self {
        (self.default_timeout, self.max_timeout) = (default, most);
        self
    }

    /// The tool.
    pub fn build(self) -> Bash {
        Bash {
            executor: self.executor.unwrap_or_else(|| Arc::new(Local::default())),
            folder: self.folder,
            default_timeout: self.default_timeout,
            max_timeout: self.max_timeout,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_and_the_default_agree() {
        let parameters = tool_sdk::testing::parameters::<BashArgs>();
        assert!(parameters.contains(&format!("; {} when absent", DEFAULT_TIMEOUT.as_millis())), "{parameters}");
    }

    #[test]
    fn more_time_than_there_is_is_cut() {
        let tool = Bash::builder().timeouts(Duration::from_secs(1), Duration::from_secs(2)).build();
        let millis = |asked| tool.timeout(asked).as_millis();
        assert_eq!((millis(None), millis(Some(1_500)), millis(Some(u64::MAX))), (1_000, 1_500, 2_000));
    }
}
