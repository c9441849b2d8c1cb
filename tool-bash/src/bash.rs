//! The tool `bash`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tool_sdk::ErrorCode;
use tool_sdk::prelude::*;

use crate::args::BashArgs;
use crate::executor::{Cause, Command, Executor};
use crate::local::Local;
use crate::output::{BashOutput, Foreground};
use crate::present::{self, BashMeta};
use crate::render;

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
/// * cancelled → `ABORTED`; the message holds what was written until then
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
    /// The tool for an agent that works in `folder`, with commands on this machine, unconfined.
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

    /// Absolute as it is, relative to the folder of the agent; that is the directory of the process when nobody gave one.
    fn directory(&self, asked: Option<&str>) -> ToolResult<PathBuf> {
        let folder = match &self.folder {
            Some(folder) => folder.clone(),
            None => std::env::current_dir()?,
        };
        Ok(folder.join(asked.map_or(Path::new(""), Path::new)).components().collect())
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
#[tool(name = "bash", effect = destructive)]
impl Bash {
    async fn execute(&self, args: BashArgs, cx: &ToolContext) -> ToolResult<BashOutput> {
        let timeout = self.timeout(args.timeout_ms);
        let command = Command::new(args.command, self.directory(args.workdir.as_deref())?).timeout(timeout);
        let running = self.executor.run(command, cx.signal().clone(), None);
        let finished = running.await.map_err(crate::ShellError::into_tool_error)?;
        let is_cancelled = finished.cause == Some(Cause::Cancelled);
        let value = Foreground::new(finished, timeout);
        if is_cancelled {
            return Err(aborted(&value));
        }
        Ok(BashOutput::Foreground(value))
    }

    fn render(_: &BashArgs, value: &BashOutput) -> String {
        render::text(value)
    }

    fn presentation_meta(_: &BashArgs, value: &BashOutput) -> BashMeta {
        BashMeta::of(value)
    }

    fn present_result(_: &BashArgs, result: &Presented<BashMeta>) -> Option<ResultView> {
        present::result(result)
    }
}

/// A cancelled command may have done anything; what it wrote is all that is known of it.
fn aborted(value: &Foreground) -> ToolError {
    let output = render::foreground(value);
    ToolError::new(
        ErrorCode::ABORTED,
        format!("the command was cancelled, effects are possible. Output until then:\n{output}"),
    )
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
    /// Where commands run that name no other place, and where relative places start; the directory of the process otherwise.
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
