//! Where a search begins.

use std::path::{Path, PathBuf};

use crate::provider::{DiskError, FileKind, Found, Visitor, Walk, is_version_control};
use crate::trouble::{Doing, Trouble, What};
use crate::workspace::Workspace;

/// The place that is searched.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The folder where relative paths start; results are told from here.
    pub(crate) base: PathBuf,
    /// The folder or file to search.
    pub(crate) root: PathBuf,
    pub(crate) kind: FileKind,
}

impl Place {
    /// The place that a model wrote, or the working directory.
    ///
    /// # Errors
    /// There is none, or it may not be looked at.
    pub(crate) fn find(workspace: &Workspace, written: Option<&str>) -> Result<Self, Trouble> {
        let base = workspace.base();
        let base = base.map_err(|source| Trouble::new(Doing::Searching, ".", What::Failed { source }).about("path"))?;
        let root = written.map_or(Ok(base.clone()), |path| workspace.absolute(Doing::Searching, path));
        let root = root.map_err(|trouble| trouble.about("path"))?;
        let disk = workspace.disk();
        let stat = disk.stat(&root).map_err(DiskError::Io);
        let stat = stat.map_err(|error| Trouble::of(Doing::Searching, disk, &root, error).about("path"))?;
        Ok(Self { base, root, kind: stat.kind })
    }

    /// A trouble with this place.
    pub(crate) fn trouble(&self, what: What) -> Trouble {
        Trouble::new(Doing::Searching, &self.root, what).about("path")
    }
}

/// Goes through the files below a folder, unless it lies in a folder of version control.
pub(crate) fn walk<'a>(workspace: &Workspace, walk: &Walk<'_>, visitor: &(dyn Fn() -> Visitor<'a> + Sync)) {
    if !lies_in_version_control(walk.root) {
        workspace.disk().walk(walk, visitor);
    }
}

/// Whether version control keeps its own files at a path.
pub(crate) fn lies_in_version_control(path: &Path) -> bool {
    path.iter().any(is_version_control)
}

/// What cannot be looked at, if that is worth telling: a file that went away meanwhile is not.
pub(crate) fn unreadable(found: Found<'_>) -> Option<PathBuf> {
    match found {
        Found::Unreadable(path, error) if error.kind() != std::io::ErrorKind::NotFound => Some(path),
        _ => None,
    }
}
