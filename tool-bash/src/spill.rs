//! Long output as files: private, limited, and gone with the executor that wrote them.

use std::collections::VecDeque;
use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::fs::{FlockOperation, flock};
use tempfile::{NamedTempFile, TempDir};

/// How a folder of ours is named, and the file in it whose lock says that its executor lives.
const PREFIX: &str = "tool-bash-";
const LOCK: &str = "lock";

/// What may be on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpillLimits {
    /// Bytes of one stream; what is longer is not kept at all, so that no half file looks like a whole one.
    pub(crate) stream: u64,
    /// Bytes of all files together; the oldest make room.
    pub(crate) total: u64,
}

/// The files of one executor.
#[derive(Debug)]
pub(crate) struct SpillFolder {
    parent: PathBuf,
    limits: SpillLimits,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    folder: Option<Folder>,
    files: VecDeque<(PathBuf, u64)>,
    bytes: u64,
}

/// A folder that only its owner can look into. Dropping it removes it.
#[derive(Debug)]
struct Folder {
    folder: TempDir,
    _lock: File,
}

impl SpillFolder {
    /// Files beneath a folder in `parent`, which is made when the first is needed.
    pub(crate) fn new(parent: PathBuf, limits: SpillLimits) -> Arc<Self> {
        Arc::new(Self { parent, limits, state: Mutex::default() })
    }

    fn create(&self, name: &str) -> io::Result<NamedTempFile> {
        let mut state = self.state();
        let folder = match &mut state.folder {
            Some(folder) => folder,
            none => none.insert(Folder::create(&self.parent)?),
        };
        // Exclusive, readable by the owner alone, and removed unless it is kept.
        tempfile::Builder::new().prefix(name).suffix(".txt").tempfile_in(folder.folder.path())
    }

    fn keep(&self, file: NamedTempFile, bytes: u64) -> Option<PathBuf> {
        let (_, path) = file.keep().ok()?;
        let mut state = self.state();
        state.files.push_back((path.clone(), bytes));
        state.bytes += bytes;
        while state.bytes > self.limits.total && state.files.len() > 1 {
            if let Some((oldest, bytes)) = state.files.pop_front() {
                let _ = fs::remove_file(oldest);
                state.bytes -= bytes;
            }
        }
        Some(path)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Folder {
    fn create(parent: &Path) -> io::Result<Self> {
        remove_abandoned(parent);
        let folder =
            tempfile::Builder::new().prefix(PREFIX).permissions(Permissions::from_mode(0o700)).tempdir_in(parent)?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        Ok(Self { folder, _lock: lock })
    }
}

/// Removes what hosts left that were killed. The lock, and not a process id, tells: ids mean nothing in another container.
fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        let Some(lock) = is_ours.then(|| File::open(entry.path().join(LOCK)).ok()).flatten() else { continue };
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The file of one stream. Without an end it leaves nothing on the disk.
#[derive(Debug)]
pub(crate) struct Spill {
    folder: Arc<SpillFolder>,
    name: &'static str,
    state: Writing,
    bytes: u64,
}

#[derive(Debug)]
enum Writing {
    NotYet,
    To(NamedTempFile),
    /// Too long, or the disk failed.
    GivenUp,
}

impl Spill {
    /// A file that does not exist until something is written to it.
    pub(crate) fn new(folder: Arc<SpillFolder>, name: &'static str) -> Self {
        Self { folder, name, state: Writing::NotYet, bytes: 0 }
    }

    /// Appends. A file that cannot be written, or becomes too long, is removed, and [`keep`](Self::keep) then tells no path.
    ///
    /// The write goes to the page cache; it is done in place, since a hand-over to another thread costs more.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        if matches!(self.state, Writing::GivenUp) {
            return;
        }
        if self.bytes > self.folder.limits.stream || self.try_write(bytes).is_err() {
            self.state = Writing::GivenUp;
        }
    }

    fn try_write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Writing::NotYet = self.state {
            self.state = Writing::To(self.folder.create(self.name)?);
        }
        match &mut self.state {
            Writing::To(file) => file.write_all(bytes),
            _ => Ok(()),
        }
    }

    /// Leaves the file for others to read, and tells where it is.
    pub(crate) fn keep(self) -> Option<PathBuf> {
        match self.state {
            Writing::To(file) => self.folder.keep(file, self.bytes),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(parent: &Path, stream: u64, total: u64) -> Arc<SpillFolder> {
        SpillFolder::new(parent.to_owned(), SpillLimits { stream, total })
    }

    fn spilled(folder: &Arc<SpillFolder>, text: &str) -> Option<PathBuf> {
        let mut spill = Spill::new(folder.clone(), "stdout-");
        spill.write(text.as_bytes());
        spill.keep()
    }

    fn names(parent: &Path) -> usize {
        fs::read_dir(parent).expect("the folder").count()
    }

    // contract: X4
    #[test]
    fn files_are_private_whole_and_gone_with_their_executor() {
        let parent = tempfile::tempdir().expect("a folder");
        let spills = folder(parent.path(), 100, 1_000);
        assert_eq!(names(parent.path()), 0, "nothing is made before it is needed");
        let path = spilled(&spills, "all of it").expect("a path");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "all of it");
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(path.parent().expect("a folder"))), (0o600, 0o700));
        drop(spills);
        assert_eq!(names(parent.path()), 0);
    }

    // contract: X4
    #[test]
    fn what_is_too_long_leaves_nothing() {
        let parent = tempfile::tempdir().expect("a folder");
        let spills = folder(parent.path(), 10, 1_000);
        assert!(spilled(&spills, "0123456789").is_some());
        let mut spill = Spill::new(spills.clone(), "stdout-");
        spill.write(b"0123456789");
        spill.write(b"x");
        spill.write(b"y");
        assert!(spill.keep().is_none());
        let mut abandoned = Spill::new(spills.clone(), "stdout-");
        abandoned.write(b"0123");
        drop(abandoned);
        let only = fs::read_dir(parent.path()).expect("it").flatten().next().expect("the folder").path();
        assert_eq!(names(&only), 2, "the lock and the one file that fitted");
    }

    #[test]
    fn the_oldest_make_room() {
        let parent = tempfile::tempdir().expect("a folder");
        let spills = folder(parent.path(), 10, 25);
        let paths: Vec<_> = (0..4).map(|_| spilled(&spills, "0123456789").expect("a path")).collect();
        assert_eq!(paths.iter().map(|path| path.exists()).collect::<Vec<_>>(), [false, false, true, true]);
    }

    #[test]
    fn what_a_killed_host_left_is_removed_and_what_a_living_one_has_is_not() {
        let parent = tempfile::tempdir().expect("a folder");
        let (living, killed) = (folder(parent.path(), 10, 25), folder(parent.path(), 10, 25));
        let kept = spilled(&living, "a").expect("a path");
        let stale = parent.path().join("tool-bash-stale");
        fs::create_dir(&stale).expect("a folder");
        fs::write(stale.join(LOCK), "").expect("a lock that nobody holds");
        spilled(&killed, "b").expect("a path");
        assert!(kept.exists() && !stale.exists());
    }
}
