//! The only code that touches the disk.
//!
//! Everything here may block for as long as the disk does, so it runs on the blocking pool. Memory does not depend on
//! the size of a file or a folder.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use crate::trouble::{Trouble, What};

/// How many names of a folder are looked at, and how many of these are told.
const NAMES_SEEN: usize = 1_000;
const NAMES_TOLD: usize = 20;

/// A regular file that is open for reading, from its start to the end that it had when it was opened.
#[derive(Debug)]
pub(crate) struct RegularFile {
    path: PathBuf,
    file: File,
    /// The bytes that are still to come. The kernel's own files say that they have none, so they are read to their end.
    left: Option<u64>,
}

/// Opens a regular file and nothing else, without ever waiting for a writer.
pub(crate) fn open(path: &Path) -> Result<RegularFile, Trouble> {
    // Opening can have effects: it lets a writer go that waits at a FIFO, and devices act on it. The look before spares
    // them that; the look at the open descriptor is the one that counts, since the path may have become another file in
    // between.
    let before = fs::metadata(path).map_err(|error| trouble(path, error))?;
    expect_regular(path, &before)?;
    open_whatever_is_there(path)
}

fn open_whatever_is_there(path: &Path) -> Result<RegularFile, Trouble> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits();
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(flags.cast_signed())
        .open(path)
        .map_err(|error| trouble(path, error))?;
    let opened = file.metadata().map_err(|error| trouble(path, error))?;
    expect_regular(path, &opened)?;
    Ok(RegularFile { path: path.to_owned(), file, left: Some(opened.len()).filter(|length| *length > 0) })
}

impl RegularFile {
    /// Reads the next bytes into the start of `buffer` and tells how many; 0 is the end.
    ///
    /// What somebody appends meanwhile is left out: a log that grows faster than it is read would have no end.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Trouble> {
        let room = self.left.map_or(buffer.len(), |left| usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len()));
        loop {
            match self.file.read(&mut buffer[..room]) {
                Ok(count) => {
                    self.left = self.left.map(|left| left - count as u64);
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    return Err(Trouble::new(&self.path, What::Waiting));
                }
                Err(error) => return Err(trouble(&self.path, error)),
            }
        }
    }
}

fn expect_regular(path: &Path, metadata: &Metadata) -> Result<(), Trouble> {
    let kind = metadata.file_type();
    if kind.is_file() {
        return Ok(());
    }
    let what = if kind.is_dir() { folder(path) } else { What::Special { kind: special_kind(kind) } };
    Err(Trouble::new(path, what))
}

fn special_kind(kind: FileType) -> &'static str {
    if kind.is_fifo() {
        "FIFO (named pipe)"
    } else if kind.is_socket() {
        "socket"
    } else if kind.is_char_device() {
        "character device"
    } else if kind.is_block_device() {
        "block device"
    } else {
        "special file"
    }
}

/// Some names of a folder. Which ones is up to the disk when there are very many.
fn folder(path: &Path) -> What {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .take(NAMES_SEEN)
        .map(|entry| {
            let slash = if entry.file_type().is_ok_and(|kind| kind.is_dir()) { "/" } else { "" };
            format!("{}{slash}", entry.file_name().display())
        })
        .collect();
    names.sort_unstable();
    let more = names.len() > NAMES_TOLD;
    names.truncate(NAMES_TOLD);
    What::Folder { names, more }
}

/// Finds out what a model needs to know beyond the error of the operating system.
fn trouble(path: &Path, source: io::Error) -> Trouble {
    let what = match source.kind() {
        io::ErrorKind::NotFound => match fs::read_link(path) {
            Ok(target) => What::DanglingLink { target, source },
            Err(_) => What::Missing { nearest: nearest(path, Metadata::is_dir), source },
        },
        io::ErrorKind::NotADirectory => match nearest(path, |metadata| !metadata.is_dir()) {
            Some(file) => What::FileAsFolder { file, source },
            None => What::Failed { source },
        },
        io::ErrorKind::PermissionDenied => What::Denied { source },
        _ => What::Failed { source },
    };
    Trouble::new(path, what)
}

/// The deepest place above `path` that exists, if it is what is asked for.
fn nearest(path: &Path, is_wanted: impl FnOnce(&Metadata) -> bool) -> Option<PathBuf> {
    let (place, metadata) =
        path.ancestors().skip(1).find_map(|place| fs::metadata(place).ok().map(|metadata| (place, metadata)))?;
    is_wanted(&metadata).then(|| place.to_owned())
}

#[cfg(test)]
#[path = "provider_tests.rs"]
mod tests;
