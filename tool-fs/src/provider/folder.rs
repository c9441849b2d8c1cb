//! A folder that a file is written into: reached step by step without following a link, made where it is missing.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Component, Path};

use rustix::fs::{AtFlags, CWD, Mode, OFlags};
use rustix::io::Errno;

use super::{DiskError, FileKind, fault};

/// Opens for what needs no right to read.
#[cfg(target_os = "linux")]
const PASS: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const PASS: OFlags = OFlags::NONBLOCK;

/// An open folder. What was made on the way to it is taken away again when it is dropped, unless it is [kept](Self::keep).
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) fd: OwnedFd,
    /// The folders that were made: in which folder, and by which name.
    made: Vec<(OwnedFd, OsString)>,
}

impl Folder {
    /// Opens the folder at a real path, `within` or below it if that is given.
    ///
    /// A real path has no links, so one that is met now was put there since, and is not followed: this is what keeps a confined
    /// write in its folder.
    pub(super) fn open(path: &Path, within: Option<&Path>) -> Result<Self, DiskError> {
        let start = within.unwrap_or(Path::new("/"));
        let rest = path.strip_prefix(start).map_err(|_| DiskError::Outside)?;
        let first = rustix::fs::openat(CWD, start, PASS | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        let mut folder = Self { fd: first, made: Vec::new() };
        for component in rest.components() {
            match component {
                Component::Normal(name) => folder.enter(name)?,
                _ => return Err(DiskError::Outside),
            }
        }
        Ok(folder)
    }

    fn enter(&mut self, name: &OsStr) -> Result<(), DiskError> {
        let flags = PASS | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let open = |parent: &OwnedFd| rustix::fs::openat(parent, name, flags, Mode::empty());
        let next = match open(&self.fd) {
            Err(Errno::NOENT) => {
                fault::step()?;
                let made = rustix::fs::mkdirat(&self.fd, name, Mode::from_raw_mode(0o777));
                match made {
                    Ok(()) | Err(Errno::EXIST) => {}
                    Err(error) => return Err(error.into()),
                }
                let next = open(&self.fd);
                if made.is_ok() {
                    self.made.push((self.fd.try_clone()?, name.to_owned()));
                }
                next
            }
            other => other,
        };
        self.fd = next.map_err(|error| match error {
            Errno::LOOP | Errno::NOTDIR if self.is_link(name) => DiskError::Outside,
            other => other.into(),
        })?;
        Ok(())
    }

    fn is_link(&self, name: &OsStr) -> bool {
        let found = rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW);
        found.is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_symlink())
    }

    /// What stands under a name, a link as itself.
    pub(super) fn look(&self, name: &OsStr) -> Result<Option<Metadata>, DiskError> {
        let flags = PASS | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match rustix::fs::openat(&self.fd, name, flags, Mode::empty()) {
            Ok(fd) => Ok(Some(File::from(fd).metadata()?)),
            Err(Errno::NOENT) => Ok(None),
            Err(Errno::LOOP) => Err(DiskError::NotRegular(FileKind::Link)),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens a file of this folder for reading its attributes; nothing when that is forbidden.
    pub(super) fn read_only(&self, name: &OsStr) -> Option<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        rustix::fs::openat(&self.fd, name, flags, Mode::empty()).ok().map(File::from)
    }

    /// Leaves what was made on the way where it is, and makes it and the names in this folder last.
    pub(super) fn keep(&mut self) {
        // The new content is in its place by now, so there is nothing to take back if one of these fails.
        let _ = sync(&self.fd);
        for (parent, _) in self.made.drain(..) {
            let _ = sync(&parent);
        }
    }
}

fn sync(folder: &OwnedFd) -> io::Result<()> {
    let readable =
        rustix::fs::openat(folder, ".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
    File::from(readable).sync_all()
}

impl Drop for Folder {
    fn drop(&mut self) {
        for (parent, name) in self.made.drain(..).rev() {
            let _ = rustix::fs::unlinkat(parent, name, AtFlags::REMOVEDIR);
        }
    }
}
