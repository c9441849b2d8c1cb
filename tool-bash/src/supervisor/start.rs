//! Starting the shell of one command.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, AsRawFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};

use rustix::io::Errno;
use rustix::process::{Pid, chdir, setsid};

use super::protocol::{Start, Step};
use super::rules::Rules;
use super::spawn::spawn_session;

/// The longest command that goes to the shell as an argument. Linux allows 32 pages for one, with the NUL at its end.
const LONGEST_ARGUMENT: usize = 131_071;

/// What a child says when it could not confine itself: no error that starting a program has.
const NOT_CONFINED: Errno = Errno::NOTRECOVERABLE;

/// A step that failed, and the error of the operating system.
pub(super) type Failed = (Step, Errno);

/// Starts the shell in a session of its own and tells its process id.
pub(super) fn start(order: &Start, stdout: OwnedFd, stderr: OwnedFd) -> Result<Pid, Failed> {
    let script = script(&order.command).map_err(|errno| (Step::Script, errno))?;
    let source = script.as_ref().map(|script| format!("source /dev/fd/{}", script.as_raw_fd()));
    // Without the dashes, a command that begins with one would be taken for an option.
    let arguments = ["-c", "--", source.as_deref().unwrap_or(&order.command)].map(OsStr::new);
    // The supervisor itself goes there and back, so that an error of this step is not one of the shell's.
    chdir(&order.directory).map_err(|errno| (Step::Directory, errno))?;
    let started = match &order.rules {
        None => free(order, arguments, [&stdout, &stderr]),
        Some(rules) => confined(order, rules, arguments, stdout, stderr),
    };
    let _ = chdir("/");
    started
}

fn free(order: &Start, arguments: [&OsStr; 3], outputs: [&OwnedFd; 2]) -> Result<Pid, Failed> {
    let shell = order.shell.as_os_str();
    let [option, end, command] = arguments;
    spawn_session(shell, &[shell, option, end, command], &order.environment, outputs.map(AsFd::as_fd))
        .map_err(|errno| (Step::Shell, errno))
}

fn confined(
    order: &Start,
    rules: &Rules,
    arguments: [&OsStr; 3],
    stdout: OwnedFd,
    stderr: OwnedFd,
) -> Result<Pid, Failed> {
    let mut command = match rules.wrapper() {
        Some(mut wrapper) => {
            wrapper.arg(&order.shell);
            wrapper
        }
        None => Command::new(&order.shell),
    };
    command.args(arguments).env_clear().envs(order.environment.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::inherit()).stdout(stdout).stderr(stderr);
    prepare(&mut command, rules).map_err(|errno| (Step::Confine, errno))?;
    command.spawn().map(|child| Pid::from_child(&child)).map_err(|error| {
        let errno = Errno::from_io_error(&error).unwrap_or(Errno::INVAL);
        if errno == NOT_CONFINED { (Step::Confine, Errno::PERM) } else { (Step::Shell, errno) }
    })
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

/// What happens in the child before a confined shell: a session of its own, and the confinement.
#[expect(unsafe_code, reason = "the supervisor has one thread, so whatever runs after its fork may allocate and lock")]
fn prepare(command: &mut Command, rules: &Rules) -> Result<(), Errno> {
    let mut confinement = rules.prepare()?;
    let before_shell = move || {
        setsid()?;
        match confinement.take() {
            Some(confinement) => confinement.enter().map_err(|_| io::Error::from(NOT_CONFINED)),
            None => Ok(()),
        }
    };
    unsafe { command.pre_exec(before_shell) };
    Ok(())
}
