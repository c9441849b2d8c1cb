//! Where the tools work: the folder that relative paths start in, the disk, and what holds for both.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tool_sdk::{Confinement, ConfinementMode, ErrorCode, ToolError, Widening};

use crate::observe::Observations;
use crate::path;
use crate::provider::{Disk, DiskError, LocalDisk};
use crate::trouble::{Doing, Trouble, What};

/// Where tools on files work. Cloning it shares what it remembers, so the tools of one agent are given clones of one workspace.
///
/// By default the disk is that of this machine, nothing is confined, and nothing is remembered.
///
/// ```
/// use tool_fs::{Edit, Read, Workspace};
/// use tool_sdk::Confinement;
///
/// let folder = std::env::current_dir()?;
/// let workspace = Workspace::new(&folder).confined(Confinement::workspace_write([&folder])?).remembering();
/// let (read, edit) = (Read::new(workspace.clone()), Edit::new(workspace));
/// # let _ = (read, edit);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Workspace {
    folder: Option<PathBuf>,
    disk: Arc<dyn Disk>,
    confinement: Confinement,
    seen: Option<Observations>,
}

impl Default for Workspace {
    /// The directory of the process, asked for at each call.
    fn default() -> Self {
        Self { folder: None, disk: Arc::new(LocalDisk), confinement: Confinement::full(), seen: None }
    }
}

impl Workspace {
    /// Relative paths start in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..Self::default() }
    }

    /// The files are on another disk.
    #[must_use]
    pub fn on<D: Disk>(mut self, disk: Arc<D>) -> Self {
        self.disk = disk;
        self
    }

    /// What `write` and `edit` may change. Reading and searching are not confined.
    #[must_use]
    pub fn confined(mut self, confinement: Confinement) -> Self {
        self.confinement = confinement;
        self
    }

    /// Remembers what was read from now on, for the tools that are given clones of this workspace: a file that exists is changed
    /// only in a state that was read or written here before (contract T4).
    #[must_use]
    pub fn remembering(mut self) -> Self {
        self.seen = Some(Observations::default());
        self
    }

    pub(crate) fn disk(&self) -> &dyn Disk {
        &*self.disk
    }

    pub(crate) fn seen(&self) -> Option<&Observations> {
        self.seen.as_ref()
    }

    /// The folder where relative paths start.
    pub(crate) fn base(&self) -> io::Result<PathBuf> {
        match &self.folder {
            Some(folder) => std::path::absolute(folder),
            None => std::env::current_dir(),
        }
    }

    /// The absolute form of a path that a model wrote.
    pub(crate) fn absolute(&self, doing: Doing, written: &str) -> Result<PathBuf, Trouble> {
        let absolute = self.base().and_then(|base| path::absolute(&base, written));
        absolute.map_err(|source| Trouble::new(doing, written, What::Failed { source }))
    }

    /// The file at an absolute path, by the one name that all its spellings share.
    pub(crate) fn real(&self, doing: Doing, path: &Path) -> Result<PathBuf, Trouble> {
        self.disk.real_path(path).map_err(|error| Trouble::of(doing, self.disk(), path, DiskError::Io(error)))
    }

    /// The confinement of one call.
    ///
    /// # Errors
    /// The pair of arguments is not whole, asks for nothing wider, or would need an approval, which nobody here can give.
    pub(crate) fn confinement_for(&self, asked: Option<&Widening>) -> Result<Confinement, ToolError> {
        let Some(widening) = asked else { return Ok(self.confinement.clone()) };
        let widened = self.confinement.widened(widening);
        widened.map_err(|error| ToolError::invalid(error.argument(), error))?;
        Err(ToolError::of(ErrorCode::APPROVAL_UNAVAILABLE).at("sandbox_permissions"))
    }
}

impl From<PathBuf> for Workspace {
    fn from(folder: PathBuf) -> Self {
        Self::new(folder)
    }
}

impl From<&Path> for Workspace {
    fn from(folder: &Path) -> Self {
        Self::new(folder)
    }
}

impl From<&PathBuf> for Workspace {
    fn from(folder: &PathBuf) -> Self {
        Self::new(folder)
    }
}

impl From<&str> for Workspace {
    fn from(folder: &str) -> Self {
        Self::new(folder)
    }
}

/// The folder that a write at this real path has to stay below, if the confinement asks for one.
pub(crate) fn may_write<'a>(confinement: &'a Confinement, real: &Path) -> Result<Option<&'a Path>, What> {
    let hint = "If it has to be, send sandbox_permissions and a justification.";
    match confinement.mode() {
        ConfinementMode::Full => Ok(None),
        ConfinementMode::ReadOnly => Err(What::Confined(format!("was not written: the mode is read-only. {hint}"))),
        ConfinementMode::WorkspaceWrite => confinement.root_of(real).map(Some).ok_or_else(|| {
            let roots: Vec<_> = confinement.writable_roots().iter().map(|root| root.display().to_string()).collect();
            What::Confined(format!("was not written: it lies outside of {}. {hint}", roots.join(", ")))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // contract: X6
    #[test]
    fn the_confinement_names_what_may_be_written() {
        let root = std::env::temp_dir().canonicalize().unwrap();
        let policy = Confinement::workspace_write([&root]).unwrap();
        assert_eq!(may_write(&policy, &root.join("a")).unwrap(), Some(root.as_path()));
        let What::Confined(told) = may_write(&policy, Path::new("/etc/hosts")).unwrap_err() else { panic!() };
        assert!(told.contains(&root.display().to_string()) && told.contains("sandbox_permissions"), "{told}");
        let What::Confined(told) = may_write(&Confinement::read_only(), &root).unwrap_err() else { panic!() };
        assert!(told.contains("read-only"), "{told}");
        assert_eq!(may_write(&Confinement::full(), Path::new("/etc/hosts")).unwrap(), None);
    }

    #[test]
    fn a_call_cannot_widen_itself() {
        use tool_sdk::SandboxPermissions::DangerFullAccess;
        let widening = Widening::of(Some(DangerFullAccess), Some("to test")).unwrap().unwrap();
        let confined = Workspace::default().confined(Confinement::read_only());
        let refused = confined.confinement_for(Some(&widening)).unwrap_err();
        assert_eq!(refused.code(), &ErrorCode::APPROVAL_UNAVAILABLE);
        let refused = Workspace::default().confinement_for(Some(&widening)).unwrap_err();
        assert_eq!(refused.code(), &ErrorCode::INVALID_ARGS);
        assert!(confined.confinement_for(None).unwrap().is_confining());
    }
}
