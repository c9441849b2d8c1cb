//! The supervisors of one executor: started when they are needed, used again, all gone when it goes.

use std::ffi::OsString;
use std::io;
use std::mem;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::net::{RecvFlags, recv};

use super::{entry, socket};

/// So many wait for the next command; a host that ran more at once lets the others go.
const IDLE: usize = 4;

/// How long dropping an executor waits for supervisors that are still taking something down.
const PATIENCE: Duration = Duration::from_secs(2);

/// The supervisors of one executor.
#[derive(Debug)]
pub(crate) struct Pool {
    executable: Option<PathBuf>,
    idle: Mutex<Vec<Supervisor>>,
    /// Those whose socket is closed or kept, and that have not been waited for.
    retired: Mutex<Vec<Retired>>,
}

/// A supervisor without a command. Its socket is closed when it is dropped, which is how it learns that its host is gone.
#[derive(Debug)]
pub(crate) struct Supervisor {
    pub(crate) socket: UnixStream,
    pub(crate) child: Child,
}

#[derive(Debug)]
struct Retired {
    child: Child,
    /// Holds what its command left running.
    socket: Option<UnixStream>,
}

impl Pool {
    /// A pool that starts `executable`, or the executable of this process.
    pub(crate) fn new(executable: Option<PathBuf>) -> Self {
        Self { executable, idle: Mutex::default(), retired: Mutex::default() }
    }

    /// A supervisor that waits for a command; `environment` is what a new one gets for itself.
    pub(crate) fn take(&self, environment: &[(OsString, OsString)]) -> io::Result<Supervisor> {
        lock(&self.retired).retain_mut(Retired::is_running);
        while let Some(mut supervisor) = lock(&self.idle).pop() {
            if supervisor.is_waiting() {
                return Ok(supervisor);
            }
            supervisor.end();
        }
        self.start(environment)
    }

    /// Takes back a supervisor whose command is over and gone.
    pub(crate) fn give_back(&self, mut supervisor: Supervisor) {
        let mut idle = lock(&self.idle);
        if idle.len() < IDLE {
            idle.push(supervisor);
        } else {
            drop(idle);
            supervisor.end();
        }
    }

    /// Takes the process of a supervisor that is not used again. With its socket it goes on to hold what it watches.
    pub(crate) fn retire(&self, child: Child, socket: Option<UnixStream>) {
        lock(&self.retired).push(Retired { child, socket });
    }

    fn start(&self, environment: &[(OsString, OsString)]) -> io::Result<Supervisor> {
        let executable = match &self.executable {
            Some(executable) => executable,
            None if entry::is_in_executable() => own_executable(),
            None => {
                return Err(io::Error::other(
                    "this code is in a library, and the executable that loaded it cannot be started as a supervisor; \
                     give the executor the path of `tool-bash-supervisor`",
                ));
            }
        };
        let (socket, other) = socket::pair()?;
        let child = Command::new(executable)
            .arg0(entry::NAME)
            .env_clear()
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::from(OwnedFd::from(other)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Supervisor { socket, child })
    }
}

/// The link of the kernel leads to the right file even after it was replaced on the disk.
#[cfg(target_os = "linux")]
fn own_executable() -> &'static Path {
    Path::new("/proc/self/exe")
}

#[cfg(not(target_os = "linux"))]
fn own_executable() -> &'static Path {
    use std::sync::OnceLock;
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| std::env::current_exe().unwrap_or_default())
}

impl Supervisor {
    /// Somebody may have ended it meanwhile, and then its end of the socket is closed.
    fn is_waiting(&self) -> bool {
        let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
        matches!(recv(self.socket.as_fd(), &mut [0; 1], flags), Err(rustix::io::Errno::AGAIN))
    }

    /// Ends one that watches nothing.
    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Retired {
    fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until it is gone, or the time comes.
    #[cfg(target_os = "linux")]
    fn wait_until(&mut self, time: Instant) {
        use rustix::event::{PollFd, PollFlags, poll};
        use rustix::process::{Pid, PidfdFlags, pidfd_open};

        let left = time.saturating_duration_since(Instant::now());
        let timeout = left.try_into().ok();
        if let Ok(descriptor) = pidfd_open(Pid::from_child(&self.child), PidfdFlags::empty()) {
            let _ = poll(&mut [PollFd::new(&descriptor, PollFlags::IN)], timeout.as_ref());
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn wait_until(&mut self, time: Instant) {
        while self.is_running() && Instant::now() < time {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for mut supervisor in mem::take(&mut *lock(&self.idle)) {
            supervisor.end();
        }
        let time = Instant::now() + PATIENCE;
        let mut retired = mem::take(&mut *lock(&self.retired));
        for retired in &mut retired {
            retired.socket = None;
        }
        for mut retired in retired {
            if retired.is_running() {
                retired.wait_until(time);
            }
            let _ = retired.is_running();
        }
    }
}

/// Nothing that holds one of these locks can leave them half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
