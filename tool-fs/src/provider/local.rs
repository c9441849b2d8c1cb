//! The disk of this machine: looking at files, and opening them.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::OFlags;

use super::{Content, Disk, DiskError, FileKind, OpenFile, Publication, Published, Stat, Version, Visitor, Walk};
use super::{publish, walk};

/// File systems keep times as coarse as two seconds. A file that was left alone for longer cannot change without a later time.
const COARSEST_CLOCK: Duration = Duration::from_secs(2);

/// As many links as the kernel follows.
const MOST_LINKS: usize = 40;

/// The disk of this machine.
///
/// Its memory does not depend on the size of a file or a folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalDisk;

impl Disk for LocalDisk {
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        match path.canonicalize() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => real_path_of_missing(path),
            other => other,
        }
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        Ok(stat(&fs::metadata(path)?))
    }

    fn link_target(&self, path: &Path) -> io::Result<PathBuf> {
        fs::read_link(path)
    }

    fn names(&self, folder: &Path, most: usize) -> io::Result<Vec<String>> {
        let named = |entry: fs::DirEntry| {
            let slash = if entry.file_type().is_ok_and(|kind| kind.is_dir()) { "/" } else { "" };
            format!("{}{slash}", entry.file_name().display())
        };
        Ok(fs::read_dir(folder)?.flatten().take(most).map(named).collect())
    }

    fn open(&self, path: &Path) -> Result<OpenFile, DiskError> {
        // Opening can have effects: it lets a writer go that waits at a FIFO, and devices act on it. The look before spares
        // them that; the look at the open descriptor is the one that counts, since the path may have become another file in
        // between.
        expect_regular(&fs::metadata(path)?)?;
        open_whatever_is_there(path, OFlags::empty())
    }

    fn open_found(&self, path: &Path) -> Result<OpenFile, DiskError> {
        open_whatever_is_there(path, OFlags::NOFOLLOW)
    }

    fn publish(&self, publication: &Publication<'_>, stop: &dyn Fn() -> bool) -> Result<Published, DiskError> {
        publish::publish(publication, stop)
    }

    fn walk<'a>(&self, walk: &Walk<'_>, visitor: &(dyn Fn() -> Visitor<'a> + Sync)) {
        walk::walk(walk, visitor);
    }
}

/// Follows links and `..` by hand where the end of the path does not exist: also a link to nothing has a place that it leads to.
fn real_path_of_missing(path: &Path) -> io::Result<PathBuf> {
    let mut steps: Vec<PathBuf> = vec![path.to_owned()];
    let mut real = PathBuf::from("/");
    let mut links = 0;
    while let Some(rest) = steps.pop() {
        let mut components = rest.components();
        let Some(first) = components.next() else { continue };
        steps.push(components.as_path().to_owned());
        match first {
            Component::RootDir => real = PathBuf::from("/"),
            Component::ParentDir => {
                real.pop();
            }
            Component::Normal(name) => match fs::read_link(real.join(name)) {
                Ok(target) => {
                    links += 1;
                    if links > MOST_LINKS {
                        return Err(rustix::io::Errno::LOOP.into());
                    }
                    steps.push(target);
                }
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Err(error),
                Err(_) => real.push(name),
            },
            Component::CurDir | Component::Prefix(_) => {}
        }
    }
    Ok(real)
}

/// Never waits for a writer, and never makes a terminal ours.
fn open_whatever_is_there(path: &Path, more: OFlags) -> Result<OpenFile, DiskError> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY | more).bits();
    let file = OpenOptions::new().read(true).custom_flags(flags.cast_signed()).open(path)?;
    let opened = file.metadata()?;
    expect_regular(&opened)?;
    Ok(open_file(file, &opened))
}

/// An open regular file as the seam gives it.
pub(super) fn open_file(file: File, opened: &Metadata) -> OpenFile {
    let stat = stat(opened);
    let sparse = opened.blocks() < opened.len() / 512;
    let left = Some(opened.len()).filter(|length| *length > 0);
    OpenFile { stat, content: Box::new(LocalContent { file, left, sparse }) }
}

pub(super) fn expect_regular(metadata: &Metadata) -> Result<(), DiskError> {
    match kind(metadata.file_type()) {
        FileKind::File => Ok(()),
        other => Err(DiskError::NotRegular(other)),
    }
}

#[derive(Debug)]
struct LocalContent {
    file: File,
    /// The bytes that are still to come. The kernel's own files say that they have none, so they are read to their end.
    left: Option<u64>,
    /// Whether the disk holds fewer bytes than the file has.
    sparse: bool,
}

impl Read for LocalContent {
    /// What somebody appends meanwhile is left out: a log that grows faster than it is read would have no end.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = self.left.map_or(buffer.len(), |left| usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len()));
        if room == 0 {
            return Ok(0);
        }
        let count = self.file.read(&mut buffer[..room])?;
        self.left = self.left.map(|left| left - count as u64);
        Ok(count)
    }
}

impl Content for LocalContent {
    fn skip_hole(&mut self) -> io::Result<u64> {
        let (true, Some(left)) = (self.sparse, self.left) else { return Ok(0) };
        let here = rustix::fs::tell(&self.file)?;
        let data = match rustix::fs::seek(&self.file, rustix::fs::SeekFrom::Data(here)) {
            Ok(data) => data,
            // There is no data behind this place.
            Err(rustix::io::Errno::NXIO) => here + left,
            Err(_) => {
                self.sparse = false;
                here
            }
        };
        let skipped = (data - here).min(left);
        rustix::fs::seek(&self.file, rustix::fs::SeekFrom::Start(here + skipped))?;
        self.left = Some(left - skipped);
        Ok(skipped)
    }
}

pub(super) fn stat(metadata: &Metadata) -> Stat {
    let nanoseconds = |seconds: i64, rest: i64| seconds.wrapping_mul(1_000_000_000).wrapping_add(rest).cast_unsigned();
    let modified = nanoseconds(metadata.mtime(), metadata.mtime_nsec());
    let changed = nanoseconds(metadata.ctime(), metadata.ctime_nsec());
    Stat {
        kind: kind(metadata.file_type()),
        length: metadata.len(),
        version: Version::new([metadata.dev(), metadata.ino(), metadata.len(), modified, changed]),
        settled: is_settled(modified.max(changed)),
        modified: metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH),
        links: metadata.nlink(),
    }
}

/// A time in the future, from another machine's clock, is never settled.
fn is_settled(last: u64) -> bool {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.checked_sub(Duration::from_nanos(last)).is_some_and(|age| age > COARSEST_CLOCK)
}

fn kind(file_type: FileType) -> FileKind {
    if file_type.is_file() {
        FileKind::File
    } else if file_type.is_dir() {
        FileKind::Folder
    } else if file_type.is_symlink() {
        FileKind::Link
    } else if file_type.is_fifo() {
        FileKind::Fifo
    } else if file_type.is_socket() {
        FileKind::Socket
    } else if file_type.is_char_device() {
        FileKind::CharDevice
    } else if file_type.is_block_device() {
        FileKind::BlockDevice
    } else {
        FileKind::Special
    }
}

#[cfg(test)]
#[path = "local_tests.rs"]
mod tests;
