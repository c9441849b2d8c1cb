//! How the host's executable becomes a supervisor.

use std::env;
use std::fs;
use std::panic::catch_unwind;
use std::process::exit;

/// The name by which a process knows that it is to be a supervisor.
pub(super) const NAME: &str = "tool-bash-supervisor";

/// Runs [`entry`] before `main`, so that a host needs no line in its `main`, and a test no harness of its own.
#[expect(
    unsafe_code,
    reason = "the section holds functions without arguments that the loader calls, and `entry` is one"
)]
#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
static BEFORE_MAIN: extern "C" fn() = entry;

extern "C" fn entry() {
    if is_named_supervisor() {
        // No panic may cross into the loader.
        exit(catch_unwind(super::serve::main).unwrap_or(70));
    }
}

fn is_named_supervisor() -> bool {
    match env::args_os().next() {
        Some(name) => name == NAME,
        // Some C libraries hand the arguments to `main` only.
        None => fs::read("/proc/self/cmdline")
            .is_ok_and(|line| line.split(|byte| *byte == 0).next() == Some(NAME.as_bytes())),
    }
}

/// Whether this code is in the executable of the process. In a library that something else has loaded, starting the
/// executable again would not come to [`entry`] before the other's `main`.
#[cfg(target_os = "linux")]
pub(super) fn is_in_executable() -> bool {
    use std::ffi::OsStr;
    use std::os::linux::fs::MetadataExt as _;
    use std::os::unix::ffi::OsStrExt as _;

    let address = BEFORE_MAIN as *const () as u64;
    let Ok(executable) = fs::metadata("/proc/self/exe") else { return false };
    let Ok(maps) = fs::read("/proc/self/maps") else { return false };
    // 55d0c3a00000-55d0c3b00000 r-xp 00010000 fd:00 1234  /path
    maps.split(|byte| *byte == b'\n').any(|line| {
        let mut words = line.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
        let mut next = || words.next().map(OsStr::from_bytes).and_then(OsStr::to_str);
        let Some((from, to)) = next().and_then(|range| range.split_once('-')) else { return false };
        let inode = next().and_then(|_| next()).and_then(|_| next()).and_then(|_| next());
        let within = |from, to| (from..to).contains(&address);
        let hex = |text| u64::from_str_radix(text, 16);
        let holds = hex(from).and_then(|from| hex(to).map(|to| within(from, to))).unwrap_or(false);
        holds && inode.and_then(|inode| inode.parse().ok()) == Some(executable.st_ino())
    })
}

#[cfg(not(target_os = "linux"))]
pub(super) fn is_in_executable() -> bool {
    true
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_test_has_this_code_in_its_executable() {
        assert!(super::is_in_executable());
    }
}
