//! Starting the shell of one command.

use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};

use rustix::io::Errno;
use rustix::process::{Pid, chdir, setsid};

use super::protocol::{Start, Step};
use super::rules::Rules;

/// The longest command that goes to the shell as an argument. Linux allows 32 pages for one, with the NUL at its end.
const LONGEST_ARGUMENT: usize = 131_071;

/// What a child says when it could not confine itself: no error that starting a program has.
const NOT_CONFINED: Errno = Errno::NOTRECOVERABLE;

/// A step that failed, and the error of the operating system.
pub(super) type Failed = (Step, Errno);

/// Starts the shell in a session of its own and tells its process id.
pub(super) fn start(order: &Start, stdout: OwnedFd, stderr: OwnedFd) -> Result<Pid, Failed> {
    let script = script(&order.command).map_err(|errno| (Step::Script, errno))?;
    let mut command = match order.rules.as_ref().and_then(Rules::wrapper) {
        Some(mut wrapper) => {
            wrapper.arg(&order.shell);
            wrapper
        }
        None => Command::new(&order.shell),
    };
    // Without the dashes, a command that begins with one would be taken for an option.
    command.args(["-c", "--"]);
    match &script {
        Some(script) => command.arg(format!("source /dev/fd/{}", script.as_raw_fd())),
        None => command.arg(&order.command),
    };
    command.env_clear().envs(order.environment.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::inherit()).stdout(stdout).stderr(stderr);
    prepare(&mut command, order).map_err(|errno| (Step::Confine, errno))?;
    // The supervisor itself goes there and back, so that an error of this step is not one of the shell's.
    chdir(&order.directory).map_err(|errno| (Step::Directory, errno))?;
    let started = command.spawn();
    let _ = chdir("/");
    match started {
        Ok(child) => Ok(Pid::from_child(&child)),
        Err(error) => {
            let errno = Errno::from_io_error(&error).unwrap_or(Errno::INVAL);
            Err(if errno == NOT_CONFINED { (Step::Confine, Errno::PERM) } else { (Step::Shell, errno) })
        }
    }
}

/// A command that is too long for an argument, as a file that the shell reads to its end before it begins.
///
/// The descriptor is inherited, so the first thing that the shell does is to close it. That stands on the first line and not on
/// one of its own: the shell's messages name lines.
fn script(command: &str) -> Result<Option<OwnedFd>, Errno> {
    if command.len() <= LONGEST_ARGUMENT {
        return Ok(None);
    }
    let file = script_file()?;
    let text = format!("exec {}<&-; {command}", file.as_raw_fd());
    let mut left = text.as_bytes();
    while !left.is_empty() {
        let written = rustix::io::write(&file, left)?;
        left = &left[written..];
    }
    Ok(Some(file))
}

#[cfg(target_os = "linux")]
fn script_file() -> Result<OwnedFd, Errno> {
    rustix::fs::memfd_create("command", rustix::fs::MemfdFlags::empty())
}

#[cfg(not(target_os = "linux"))]
fn script_file() -> Result<OwnedFd, Errno> {
    let file = tempfile::tempfile().map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
    rustix::io::fcntl_setfd(&file, rustix::io::FdFlags::empty())?;
    Ok(file.into())
}

/// What happens in the child before the shell: a session of its own, an end with the supervisor's, the confinement.
#[expect(unsafe_code, reason = "the supervisor has one thread, so whatever runs after its fork may allocate and lock")]
fn prepare(command: &mut Command, order: &Start) -> Result<(), Errno> {
    let mut confinement = order.rules.as_ref().map(Rules::prepare).transpose()?.flatten();
    let supervisor = rustix::process::getpid();
    let before_shell = move || {
        setsid()?;
        end_with(supervisor)?;
        match confinement.take() {
            Some(confinement) => confinement.enter().map_err(|_| io::Error::from(NOT_CONFINED)),
            None => Ok(()),
        }
    };
    unsafe { command.pre_exec(before_shell) };
    Ok(())
}

/// The shell at least ends when something kills the supervisor.
#[cfg(target_os = "linux")]
fn end_with(supervisor: Pid) -> io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    // It may have been killed before that.
    if rustix::process::getppid() == Some(supervisor) { Ok(()) } else { Err(io::Error::from(Errno::SRCH)) }
}

#[cfg(not(target_os = "linux"))]
fn end_with(_: Pid) -> io::Result<()> {
    Ok(())
}
