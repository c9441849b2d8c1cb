//! The place where new content waits until it is complete: a folder beside the file that only its owner may enter.
//!
//! Its name follows from that of the file, and its lock is held by whoever writes. So there is one at a time for each file, across
//! processes; and one whose lock is free was left by a process that was killed, and is taken away.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags};
use rustix::io::Errno;

use super::folder::Folder;
use super::{DiskError, fault};

/// The name of the new content in its folder.
const CONTENT: &str = "new";

/// The longest name that file systems take.
const LONGEST_NAME: usize = 255;

/// How long somebody else who writes the same file is waited for, and how often he is looked at.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(2);

/// Without locks, a staging folder that is older than this was left behind.
const LEFT_BEHIND: Duration = Duration::from_secs(600);

/// A staging folder that is ours, with an empty file in it. Dropping it takes both away.
#[derive(Debug)]
pub(super) struct Staging<'a> {
    folder: &'a Folder,
    name: OsString,
    /// Open and locked.
    own: OwnedFd,
    pub(super) file: File,
}

impl<'a> Staging<'a> {
    /// Makes one for the file `name` of `folder`, as soon as nobody else has it.
    pub(super) fn make(folder: &'a Folder, name: &OsStr, stop: &dyn Fn() -> bool) -> Result<Self, DiskError> {
        let staging = staging_name(name);
        let start = Instant::now();
        loop {
            if stop() {
                return Err(DiskError::Stopped);
            }
            fault::step()?;
            match rustix::fs::mkdirat(&folder.fd, &staging, Mode::RWXU) {
                Ok(()) => {
                    if let Some(made) = Self::enter(folder, &staging)? {
                        return Ok(made);
                    }
                }
                Err(Errno::EXIST) => {
                    if !remove_if_left_behind(folder, &staging)? {
                        if start.elapsed() > PATIENCE {
                            return Err(DiskError::Busy);
                        }
                        std::thread::sleep(PAUSE);
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Locks the folder that was just made; nothing if somebody took it for left behind before it was locked.
    fn enter(folder: &'a Folder, staging: &OsStr) -> Result<Option<Self>, DiskError> {
        let own = match open_and_lock(folder, staging) {
            Ok(Some((own, _))) => own,
            Ok(None) => return Ok(None),
            Err(error) => {
                let _ = rustix::fs::unlinkat(&folder.fd, staging, AtFlags::REMOVEDIR);
                return Err(error);
            }
        };
        let made = fault::step().and_then(|()| Ok(make_content(&own)?));
        match made {
            Ok(file) => Ok(Some(Self { folder, name: staging.to_owned(), own, file })),
            Err(error) => {
                remove(folder, staging, &own);
                Err(error.into())
            }
        }
    }

    /// Puts the content under its name, in place of whatever is there.
    pub(super) fn replace(&self, name: &OsStr) -> io::Result<()> {
        fault::step()?;
        Ok(rustix::fs::renameat(&self.own, CONTENT, &self.folder.fd, name)?)
    }

    /// Puts the content under its name if nothing is there.
    pub(super) fn create(&self, name: &OsStr) -> Result<(), DiskError> {
        use rustix::fs::RenameFlags;
        fault::step()?;
        let renamed = rustix::fs::renameat_with(&self.own, CONTENT, &self.folder.fd, name, RenameFlags::NOREPLACE);
        let placed = match renamed {
            // Not every file system knows how; a second name is as atomic, and the first goes with the staging.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                rustix::fs::linkat(&self.own, CONTENT, &self.folder.fd, name, AtFlags::empty())
            }
            other => other,
        };
        placed.map_err(|error| if error == Errno::EXIST { DiskError::Exists } else { error.into() })
    }
}

impl Drop for Staging<'_> {
    fn drop(&mut self) {
        remove(self.folder, &self.name, &self.own);
    }
}

fn make_content(own: &OwnedFd) -> Result<File, Errno> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(own, CONTENT, flags, Mode::RUSR | Mode::WUSR).map(File::from)
}

/// Opens a staging folder and takes its lock, and tells whether there are locks at all: some network file systems have none. Nothing
/// when somebody has it, or when the folder that was opened is not there any more.
fn open_and_lock(folder: &Folder, staging: &OsStr) -> Result<Option<(OwnedFd, bool)>, DiskError> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let own = match rustix::fs::openat(&folder.fd, staging, flags, Mode::empty()) {
        Ok(own) => own,
        Err(Errno::NOENT) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let locked = match rustix::fs::flock(&own, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => true,
        Err(Errno::WOULDBLOCK) => return Ok(None),
        Err(_) => false,
    };
    let ours = rustix::fs::fstat(&own)?;
    match rustix::fs::statat(&folder.fd, staging, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(there) if (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino) => Ok(Some((own, locked))),
        _ => Ok(None),
    }
}

/// Takes a staging folder away that nobody works in. False when somebody does, or may.
fn remove_if_left_behind(folder: &Folder, staging: &OsStr) -> Result<bool, DiskError> {
    let Some((own, locked)) = open_and_lock(folder, staging)? else { return Ok(false) };
    let own = File::from(own);
    if !locked && own.metadata()?.modified()?.elapsed().unwrap_or_default() < LEFT_BEHIND {
        return Ok(false);
    }
    let _ = rustix::fs::unlinkat(&own, CONTENT, AtFlags::empty());
    match rustix::fs::unlinkat(&folder.fd, staging, AtFlags::REMOVEDIR) {
        Ok(()) | Err(Errno::NOENT) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

fn remove(folder: &Folder, staging: &OsStr, own: &OwnedFd) {
    let _ = rustix::fs::unlinkat(own, CONTENT, AtFlags::empty());
    let _ = rustix::fs::unlinkat(&folder.fd, staging, AtFlags::REMOVEDIR);
}

/// `.NAME.tool-fs-new`; for a name so long that nothing fits behind it, a number in its place.
pub(super) fn staging_name(name: &OsStr) -> OsString {
    let mut staging = OsString::from(".");
    staging.push(name);
    staging.push(".tool-fs-new");
    if staging.len() <= LONGEST_NAME {
        return staging;
    }
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    format!(".{:016x}.tool-fs-new", hasher.finish()).into()
}
