//! [`Local`]: commands on this machine, unconfined.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tool_sdk::Confinement;

use crate::capture::Memory;
use crate::environment::Environment;
use crate::executor::{Command, Executor, Live, Running};
use crate::shell;
use crate::spill::{SpillFolder, SpillLimits};
use crate::supervisor::{Leftovers, Pool, Rules, Start};
use crate::trouble::ShellError;

/// Runs commands on this machine with the rights of the host.
///
/// Each command is a `bash -c` in a session of its own, without a terminal, standard input empty. It is watched over by a
/// supervisor, the host's own executable started again before its `main`, which adopts whatever the command lets go of; so what
/// a command started is known to the last process, also daemons and what left the session, and is gone when the command is over
/// or the host is, however that ends. (Without Linux there is no adopting: there, the shell's process group is all that is
/// known of.) Commands may run at the same time.
///
/// | setting | default |
/// | --- | --- |
/// | [`shell`](LocalBuilder::shell) | `bash`, as found on the `PATH` |
/// | [`environment`](LocalBuilder::environment) | [`Environment::scrubbed`] |
/// | [`grace`](LocalBuilder::grace) between SIGTERM and SIGKILL | 3 s |
/// | [`linger`](LocalBuilder::linger) of what a shell leaves behind | 200 ms, then SIGTERM, after as long again SIGKILL |
/// | [`memory`](LocalBuilder::memory) for each stream | the last 64,000 bytes |
/// | [`spill`](LocalBuilder::spill) | 64 MiB for each stream, 1 GiB in all, beneath the folder for temporary files |
///
/// Files of long output are removed when the executor is dropped. The spilled files of a host that was killed are removed by the
/// next executor that writes one. An executor needs a tokio runtime with I/O and time.
///
/// ```
/// use tokio_util::sync::CancellationToken;
/// use tool_bash::{Command, End, Executor as _, Local};
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let local = Local::default();
/// let finished = local.run(Command::new("echo hi; exit 3", "/"), CancellationToken::new(), None).await?;
/// assert_eq!((finished.end, finished.stdout.bytes.as_slice()), (End::Code(3), b"hi\n".as_slice()));
/// # Ok::<(), tool_bash::ShellError>(())
/// # }).unwrap();
/// ```
#[derive(Debug)]
pub struct Local {
    pub(crate) settings: Settings,
    pub(crate) pool: Pool,
    pub(crate) spills: Arc<SpillFolder>,
}

/// What an executor was built with.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) shell: PathBuf,
    pub(crate) environment: Environment,
    pub(crate) grace: Duration,
    pub(crate) leftovers: Leftovers,
    pub(crate) memory: Memory,
}

impl Local {
    /// Starts with the defaults.
    pub fn builder() -> LocalBuilder {
        LocalBuilder::default()
    }

    /// Runs a command under rules, or without.
    pub(crate) fn run_under<'a>(
        &'a self,
        command: Command,
        rules: Option<Rules>,
        stop: CancellationToken,
        live: Option<&'a dyn Live>,
    ) -> Running<'a> {
        Box::pin(async move {
            let timeout = command.timeout;
            let start = self.order(command, rules)?;
            shell::run(self, start, timeout, stop, live).await
        })
    }

    fn order(&self, command: Command, rules: Option<Rules>) -> Result<Start, ShellError> {
        let mut environment = self.settings.environment.of_host();
        environment.insert("PWD".into(), command.directory.clone().into());
        environment.extend(command.environment);
        without_nul("command", command.text.as_ref())?;
        without_nul("working directory", command.directory.as_os_str())?;
        for (name, value) in &environment {
            without_nul("environment", name)?;
            without_nul("environment", value)?;
        }
        Ok(Start {
            shell: self.settings.shell.clone(),
            command: command.text,
            directory: command.directory,
            environment: environment.into_iter().collect(),
            leftovers: self.settings.leftovers,
            rules,
        })
    }
}

fn without_nul(part: &'static str, text: &OsStr) -> Result<(), ShellError> {
    if text.as_bytes().contains(&0) { Err(ShellError::Nul { part }) } else { Ok(()) }
}

impl Default for Local {
    fn default() -> Self {
        Self::builder().build()
    }
}

impl Executor for Local {
    fn run<'a>(&'a self, command: Command, stop: CancellationToken, live: Option<&'a dyn Live>) -> Running<'a> {
        if command.confinement.as_ref().is_some_and(Confinement::is_confining) {
            let reason = "this executor cannot confine; the host can give the tool one that does".to_owned();
            return Box::pin(async { Err(ShellError::SandboxUnavailable { reason }) });
        }
        self.run_under(command, None, stop, live)
    }
}

/// Settings of a [`Local`].
#[derive(Clone, Debug)]
pub struct LocalBuilder {
    settings: Settings,
    supervisor: Option<PathBuf>,
    spill_parent: Option<PathBuf>,
    spill_limits: SpillLimits,
}

impl Default for LocalBuilder {
    fn default() -> Self {
        let settings = Settings {
            shell: "bash".into(),
            environment: Environment::scrubbed(),
            grace: Duration::from_secs(3),
            leftovers: Leftovers::Stop { linger: Duration::from_millis(200) },
            memory: Memory::default(),
        };
        let spill_limits = SpillLimits { stream: 64 << 20, total: 1 << 30 };
        Self { settings, supervisor: None, spill_parent: None, spill_limits }
    }
}

impl LocalBuilder {
    /// The shell, by its path or by a name on the `PATH`. It is called with `-c`, and reads longer commands with `source`.
    #[must_use]
    pub fn shell(mut self, shell: impl Into<PathBuf>) -> Self {
        self.settings.shell = shell.into();
        self
    }

    /// What commands find in their environment.
    #[must_use]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.settings.environment = environment;
        self
    }

    /// How long a command has after SIGTERM, when its time is over or it is cancelled.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.settings.grace = grace;
        self
    }

    /// How long what a shell leaves behind may go on by itself before it is stopped (decision D10).
    #[must_use]
    pub fn linger(mut self, linger: Duration) -> Self {
        self.settings.leftovers = Leftovers::Stop { linger };
        self
    }

    /// Leaves alone what a shell leaves behind. It is ended when the executor is dropped, or the host ends.
    #[must_use]
    pub fn keep_leftovers(mut self) -> Self {
        self.settings.leftovers = Leftovers::Keep;
        self
    }

    /// How much of each stream stays in memory.
    #[must_use]
    pub fn memory(mut self, memory: Memory) -> Self {
        self.settings.memory = memory;
        self
    }

    /// How many bytes of one stream, and of all, may be in files. A stream that is longer has no file.
    #[must_use]
    pub fn spill(mut self, stream: u64, total: u64) -> Self {
        self.spill_limits = SpillLimits { stream, total };
        self
    }

    /// Where the private folder of these files is made.
    #[must_use]
    pub fn spill_in(mut self, folder: impl Into<PathBuf>) -> Self {
        self.spill_parent = Some(folder.into());
        self
    }

    /// The path of the program `tool-bash-supervisor`, for hosts that load this crate as a part of a library. Others need none.
    #[must_use]
    pub fn supervisor(mut self, executable: impl Into<PathBuf>) -> Self {
        self.supervisor = Some(executable.into());
        self
    }

    /// The executor. Nothing is started before its first command.
    pub fn build(self) -> Local {
        let parent = self.spill_parent.unwrap_or_else(std::env::temp_dir);
        Local {
            settings: self.settings,
            pool: Pool::new(self.supervisor),
            spills: SpillFolder::new(parent, self.spill_limits),
        }
    }
}
