//! [`Confined`]: commands on this machine whose changes to files stay within a policy.

use std::fmt;
use std::sync::OnceLock;

use tokio_util::sync::CancellationToken;
use tool_sdk::Confinement;

use crate::denial;
use crate::executor::{Command, Executor, Finished, Live, Running, SandboxReport};
use crate::local::Local;
use crate::supervisor::Rules;

/// Runs commands on this machine, confined by a policy (contract X6, decision D42). What cannot be confined is not run.
///
/// Everything may be read and run. What is outside of the policy's writable roots cannot be created, changed, emptied, renamed,
/// linked or removed, by whatever the command starts; devices cannot be made anywhere, but `/dev/null` and its like may be written.
/// The network may be cut as well, see [`without_network`](Self::without_network).
///
/// | mode | what may be changed |
/// | --- | --- |
/// | read-only | nothing |
/// | workspace-write | what lies beneath the roots |
/// | full | as without confinement |
///
/// # How, and what that leaves out
/// On Linux by [Landlock](https://docs.kernel.org/userspace-api/landlock.html), version 3 or later. It says nothing about modes,
/// owners and times of files, which a command can still change where it owns them, nor about services that listen on a socket in
/// the file system. Hard links from before are names like any other. Where the kernel has no Landlock, `bubblewrap` takes its
/// place if `bwrap` is on the `PATH` and works; under it a shell that dies by a signal is told as exit code 128 and the signal's
/// number. Elsewhere nothing is run.
///
/// # Denials
/// Neither mechanism tells what it denied. So a denial is inferred: when the command complains of a file that it may not change,
/// that lies outside of the policy and that the host itself could change. Complaints that the command swallows are not seen.
///
/// ```
/// use tokio_util::sync::CancellationToken;
/// use tool_bash::{Command, Confined, Executor as _, Local};
/// use tool_sdk::Confinement;
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// # #[cfg(target_os = "linux")] {
/// let confined = Confined::new(Local::default(), Confinement::read_only());
/// let command = Command::new("echo x > /tmp/never-written", "/");
/// match confined.run(command, CancellationToken::new(), None).await {
///     Ok(finished) => assert!(finished.sandbox.is_some_and(|report| report.denied)),
///     Err(error) => assert!(error.to_string().starts_with("the command was not run")),
/// }
/// assert!(!std::path::Path::new("/tmp/never-written").exists());
/// # }
/// # });
/// ```
#[derive(Debug)]
pub struct Confined {
    local: Local,
    policy: Confinement,
    network: bool,
    enforcement: OnceLock<Enforcement>,
}

/// What keeps a command within its policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Enforcement {
    /// The kernel, by rules that a process enters and cannot leave.
    Landlock,
    /// A file system of its own in which the rest is read-only.
    Bubblewrap,
}

impl fmt::Display for Enforcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Landlock => "landlock",
            Self::Bubblewrap => "bubblewrap",
        })
    }
}

impl Confined {
    /// Confines what `local` would run.
    pub fn new(local: Local, policy: Confinement) -> Self {
        Self { local, policy, network: true, enforcement: OnceLock::new() }
    }

    /// Cuts the network too: TCP with Landlock (version 4 or later, and only TCP), everything with bubblewrap. A command whose
    /// network cannot be cut is not run.
    #[must_use]
    pub fn without_network(mut self) -> Self {
        self.network = false;
        self
    }

    /// Uses this and nothing else, instead of what there is.
    #[must_use]
    pub fn enforced_by(mut self, enforcement: Enforcement) -> Self {
        self.enforcement = OnceLock::from(enforcement);
        self
    }

    async fn run_confined(
        &self,
        command: Command,
        policy: Confinement,
        stop: CancellationToken,
        live: Option<&dyn Live>,
    ) -> Result<Finished, crate::ShellError> {
        let enforcement = *self.enforcement.get_or_init(|| available(self.network));
        let rules = Rules { enforcement, writable: policy.writable_roots().to_vec(), network: self.network };
        let directory = command.directory.clone();
        let mut finished = self.local.run_under(command, Some(rules), stop, live).await?;
        let mut report = SandboxReport::new(policy.mode());
        report.enforcement = Some(enforcement.to_string());
        report.denied = denial::is_told(&finished.stderr.bytes, &directory, &policy)
            || denial::is_told(&finished.stdout.bytes, &directory, &policy);
        finished.sandbox = Some(report);
        Ok(finished)
    }
}

/// Landlock unless only bubblewrap is there: an attempt with Landlock that fails names what is missing.
fn available(network: bool) -> Enforcement {
    if !Rules::landlock_suffices(network) && Rules::has_bubblewrap() {
        Enforcement::Bubblewrap
    } else {
        Enforcement::Landlock
    }
}

impl Executor for Confined {
    fn run<'a>(&'a self, mut command: Command, stop: CancellationToken, live: Option<&'a dyn Live>) -> Running<'a> {
        let policy = command.confinement.take().unwrap_or_else(|| self.policy.clone());
        if policy.is_confining() {
            Box::pin(self.run_confined(command, policy, stop, live))
        } else {
            self.local.run_under(command, None, stop, live)
        }
    }

    fn confinement(&self) -> Option<&Confinement> {
        Some(&self.policy)
    }
}
