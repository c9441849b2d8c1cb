//! Starting a program that leads a session, without a copy of this process.

use std::ffi::{CString, OsStr, OsString};
use std::io::Error;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd as _, BorrowedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::ptr;

use rustix::io::Errno;
use rustix::process::Pid;

/// Starts `program`, found on the `PATH` of this process, with these outputs. It leads a session of its own and has no signal
/// ignored or blocked that a shell would miss.
///
/// `fork` copies the tables of a process's memory and makes both sides pay for every page that they touch afterwards; the C library
/// starts a program without that, and the standard library would use it too, were it not for the session.
#[expect(
    unsafe_code,
    reason = "the calls get pointers to values that live until they return, and every result is looked at"
)]
pub(super) fn spawn_session(
    program: &OsStr,
    arguments: &[&OsStr],
    environment: &[(OsString, OsString)],
    outputs: [BorrowedFd<'_>; 2],
) -> Result<Pid, Errno> {
    let program = c_string(program.as_bytes())?;
    let arguments = arguments.iter().map(|word| c_string(word.as_bytes())).collect::<Result<Vec<_>, _>>()?;
    let environment = environment
        .iter()
        .map(|(name, value)| c_string(&[name.as_bytes(), b"=", value.as_bytes()].concat()))
        .collect::<Result<Vec<_>, _>>()?;
    let argv = pointers(&arguments);
    let envp = pointers(&environment);
    let (mut actions, mut attributes) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let (mut default, mut mask) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let mut pid = 0;
    // Neither of the two that are initialised owns anything on the systems that are meant, but what fails here fails for want of
    // memory, and then the process has larger worries than a leak.
    let result = unsafe {
        check(libc::posix_spawn_file_actions_init(actions.as_mut_ptr()))?;
        check(libc::posix_spawnattr_init(attributes.as_mut_ptr()))?;
        for (descriptor, number) in outputs.into_iter().zip([1, 2]) {
            check(libc::posix_spawn_file_actions_adddup2(actions.as_mut_ptr(), descriptor.as_raw_fd(), number))?;
        }
        libc::sigemptyset(mask.as_mut_ptr());
        libc::sigemptyset(default.as_mut_ptr());
        libc::sigaddset(default.as_mut_ptr(), libc::SIGPIPE);
        check(libc::posix_spawnattr_setsigmask(attributes.as_mut_ptr(), mask.as_ptr()))?;
        check(libc::posix_spawnattr_setsigdefault(attributes.as_mut_ptr(), default.as_ptr()))?;
        let flags = SETSID | libc::POSIX_SPAWN_SETSIGMASK | libc::POSIX_SPAWN_SETSIGDEF;
        check(libc::posix_spawnattr_setflags(attributes.as_mut_ptr(), flags as libc::c_short))?;
        let result = libc::posix_spawnp(
            &raw mut pid,
            program.as_ptr(),
            actions.as_ptr(),
            attributes.as_ptr(),
            argv.as_ptr().cast(),
            envp.as_ptr().cast(),
        );
        libc::posix_spawn_file_actions_destroy(actions.as_mut_ptr());
        libc::posix_spawnattr_destroy(attributes.as_mut_ptr());
        result
    };
    check(result)?;
    Pid::from_raw(pid).ok_or(Errno::SRCH)
}

/// The flag has this number in every C library of Linux, and another on macOS.
#[cfg(target_os = "linux")]
const SETSID: libc::c_int = 0x80;
#[cfg(not(target_os = "linux"))]
const SETSID: libc::c_int = 0x400;

/// These calls give their error instead of setting it aside.
fn check(error: libc::c_int) -> Result<(), Errno> {
    if error == 0 {
        Ok(())
    } else {
        Err(Errno::from_io_error(&Error::from_raw_os_error(error)).unwrap_or(Errno::INVAL))
    }
}

fn c_string(bytes: &[u8]) -> Result<CString, Errno> {
    CString::new(bytes).map_err(|_| Errno::INVAL)
}

/// The list that the calls expect: pointers, and null at its end.
fn pointers(texts: &[CString]) -> Vec<*const libc::c_char> {
    texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
}
