//! A disk over another one that keeps in memory what is written.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::walk::is_version_control;
use super::{
    Disk, DiskError, Expected, FileKind, Found, OpenFile, Publication, Published, Stat, Version, Visitor, Walk,
};

/// Shows the files of another disk and keeps in memory what is written, so that the disk below stays as it is: for a dry run, for
/// a review of what an agent would change, for tests.
///
/// Ignore files have no say about files that stand in memory alone.
///
/// ```
/// use std::sync::Arc;
/// use tool_fs::{Overlay, LocalDisk, Workspace, Write};
///
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// let overlay = Arc::new(Overlay::new(LocalDisk));
/// let write = Write::new(Workspace::new("/tmp").on(overlay.clone()));
/// let outcome = tool_sdk::testing::call(write, r#"{"file_path":"only-in-memory.txt","content":"hello"}"#).await;
/// assert!(outcome.is_ok(), "{}", outcome.text());
/// let written = overlay.written();
/// assert_eq!(&*written[0].1, b"hello");
/// assert!(!std::path::Path::new("/tmp/only-in-memory.txt").exists());
/// # });
/// ```
#[derive(Debug)]
pub struct Overlay<D> {
    below: D,
    files: Mutex<BTreeMap<PathBuf, Kept>>,
    /// Held from the look at a file to its change.
    writing: Mutex<()>,
    revisions: AtomicU64,
}

#[derive(Clone, Debug)]
struct Kept {
    bytes: Arc<[u8]>,
    stat: Stat,
}

impl<D: Disk> Overlay<D> {
    /// Nothing is written yet.
    pub fn new(below: D) -> Self {
        Self { below, files: Mutex::default(), writing: Mutex::default(), revisions: AtomicU64::new(0) }
    }

    /// What was written so far: real paths and contents, in the order of the paths.
    pub fn written(&self) -> Vec<(PathBuf, Arc<[u8]>)> {
        self.files().iter().map(|(path, kept)| (path.clone(), kept.bytes.clone())).collect()
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Kept>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self, path: &Path) -> Option<Kept> {
        let real = self.below.real_path(path).ok()?;
        self.files().get(&real).cloned()
    }

    /// Whether files in memory lie below a folder that the disk below need not have.
    fn is_folder(&self, path: &Path) -> bool {
        let Ok(real) = self.below.real_path(path) else { return false };
        self.files().range(real.clone()..).next().is_some_and(|(kept, _)| *kept != real && kept.starts_with(&real))
    }

    fn state(&self, path: &Path) -> io::Result<Option<Stat>> {
        match self.stat(path) {
            Ok(stat) => Ok(Some(stat)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl<D: Disk> Disk for Overlay<D> {
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.below.real_path(path)
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        match (self.kept(path), self.below.stat(path)) {
            (Some(kept), _) => Ok(kept.stat),
            (None, Err(error)) if error.kind() == io::ErrorKind::NotFound && self.is_folder(path) => {
                Ok(Stat::folder(Version::new([0; 5]), SystemTime::UNIX_EPOCH))
            }
            (None, below) => below,
        }
    }

    fn link_target(&self, path: &Path) -> io::Result<PathBuf> {
        self.below.link_target(path)
    }

    fn names(&self, folder: &Path, most: usize) -> io::Result<Vec<String>> {
        let real = self.below.real_path(folder)?;
        let mut names = match self.below.names(folder, most) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.is_folder(folder) => Vec::new(),
            other => other?,
        };
        for path in self.files().keys() {
            let Ok(rest) = path.strip_prefix(&real) else { continue };
            let mut steps = rest.components();
            let Some(first) = steps.next() else { continue };
            let slash = if steps.next().is_some() { "/" } else { "" };
            let name = format!("{}{slash}", first.as_os_str().display());
            if names.len() < most && !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(names)
    }

    fn open(&self, path: &Path) -> Result<OpenFile, DiskError> {
        if let Some(kept) = self.kept(path) {
            return Ok(OpenFile { stat: kept.stat, content: Box::new(Cursor::new(kept.bytes)) });
        }
        if self.is_folder(path) {
            return Err(DiskError::NotRegular(FileKind::Folder));
        }
        self.below.open(path)
    }

    fn publish(&self, publication: &Publication<'_>, stop: &dyn Fn() -> bool) -> Result<Published, DiskError> {
        if publication.within.is_some_and(|root| !publication.path.starts_with(root)) {
            return Err(DiskError::Outside);
        }
        if stop() {
            return Err(DiskError::Stopped);
        }
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let old = self.state(publication.path)?;
        match (&old, publication.expected) {
            (Some(old), _) if old.kind != FileKind::File => return Err(DiskError::NotRegular(old.kind)),
            (Some(_), Expected::Absent) => return Err(DiskError::Exists),
            (Some(old), Expected::Unchanged(version)) if old.version != version => return Err(DiskError::Changed),
            (None, Expected::Unchanged(_)) => return Err(DiskError::Changed),
            _ => {}
        }
        let bytes: Arc<[u8]> = publication.pieces.concat().into();
        // No version of the local disk has a device of this number.
        let revision = self.revisions.fetch_add(1, Ordering::Relaxed);
        let version = Version::new([u64::MAX, revision, bytes.len() as u64, 0, 0]);
        let stat = Stat::file(bytes.len() as u64, version, SystemTime::now());
        self.files().insert(publication.path.to_owned(), Kept { bytes, stat });
        Ok(Published::new(stat, old.is_none()))
    }

    fn walk<'a>(&self, walk: &Walk<'_>, visitor: &(dyn Fn() -> Visitor<'a> + Sync)) {
        let root = self.below.real_path(walk.root).unwrap_or_else(|_| walk.root.to_owned());
        let kept: Vec<PathBuf> = self.files().range(root.clone()..).map(|(path, _)| path.clone()).collect();
        let kept: Vec<PathBuf> = kept.into_iter().take_while(|path| path.starts_with(&root)).collect();
        // Told under the root as the caller spelt it, as the disk below tells its own.
        let told = |path: &Path| path.strip_prefix(&root).map(|rest| walk.root.join(rest));
        let in_memory: HashSet<PathBuf> = kept.iter().filter_map(|path| told(path).ok()).collect();
        self.below.walk(walk, &|| {
            let mut visit = visitor();
            let in_memory = in_memory.clone();
            Box::new(move |found| match found {
                Found::File(path) if in_memory.contains(path) => true,
                // The folder that is missing below exists in memory.
                Found::Unreadable(_, error) if error.kind() == io::ErrorKind::NotFound && !in_memory.is_empty() => true,
                other => visit(other),
            })
        });
        let mut visit = visitor();
        for path in in_memory.iter().filter(|path| !lies_in_version_control(path, walk.root)) {
            if !visit(Found::File(path)) {
                return;
            }
        }
    }
}

fn lies_in_version_control(path: &Path, root: &Path) -> bool {
    path.strip_prefix(root).is_ok_and(|rest| rest.iter().any(is_version_control))
}
