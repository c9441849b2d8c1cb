//! What a file has beside its content, carried over to the file that takes its place.

use std::fs::{File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};

use rustix::fs::XattrFlags;

/// The bits that give a program its owner's rights.
const SET_ID: u32 = 0o6000;

/// Attributes that vouch for a content, and so do not pass to another one.
const OF_THE_CONTENT: [&[u8]; 3] = [b"security.capability", b"security.ima", b"security.evm"];

/// Gives `new` the owner, the extended attributes and the mode of an old file, as far as the operating system lets us; the mode
/// always. `open` is the old file if it may be read.
pub(super) fn carry_over(old: &Metadata, open: Option<&File>, new: &File) -> io::Result<()> {
    let ours = new.metadata()?;
    let (owner, group) = (old.uid(), old.gid());
    let mut same = (ours.uid(), ours.gid()) == (owner, group);
    if !same {
        // Who may not give files away may still belong to the group.
        same = fchown(new, Some(owner), Some(group)).is_ok();
        if !same {
            let _ = fchown(new, None, Some(group));
        }
    }
    if let Some(open) = open {
        let _ = copy_extended(open, new);
    }
    let mode = old.mode() & 0o7777;
    new.set_permissions(Permissions::from_mode(if same { mode } else { mode & !SET_ID }))
}

/// Gives a file that is new the mode that the process gives to its new files.
pub(super) fn as_new(new: &File) -> io::Result<()> {
    new.set_permissions(Permissions::from_mode(0o666 & !umask()))
}

fn copy_extended(old: &File, new: &File) -> rustix::io::Result<()> {
    let length = rustix::fs::flistxattr_query(old)?;
    let mut names = vec![0; length];
    let length = rustix::fs::flistxattr(old, &mut names[..])?;
    for name in
        names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty() && !OF_THE_CONTENT.contains(name))
    {
        // One that may not be copied does not keep the others from it.
        let Ok(length) = rustix::fs::fgetxattr_query(old, name) else { continue };
        let mut value = vec![0; length];
        let Ok(length) = rustix::fs::fgetxattr(old, name, &mut value[..]) else { continue };
        let _ = rustix::fs::fsetxattr(new, name, &value[..length], XattrFlags::empty());
    }
    Ok(())
}

/// Asking the kernel for the mask sets it, for all threads; so it is read where that is possible.
#[cfg(target_os = "linux")]
fn umask() -> u32 {
    let told = std::fs::read_to_string("/proc/self/status").ok();
    let told = told.as_deref().and_then(|status| status.lines().find_map(|line| line.strip_prefix("Umask:")));
    told.and_then(|mask| u32::from_str_radix(mask.trim(), 8).ok()).unwrap_or(0o077)
}

#[cfg(not(target_os = "linux"))]
fn umask() -> u32 {
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock();
    let mask = rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    rustix::process::umask(mask);
    u32::from(mask.as_raw_mode())
}
