//! Where the tools work: the folder that relative paths start in, the disk, and what holds for both.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tool_sdk::{Confinement, ConfinementMode, ErrorCode, Narrow, SandboxPermissions, ToolContext, ToolError, Widening};

use crate::approvals::Approvals;
use crate::observe::{Memories, Observations};
use crate::path;
use crate::provider::{Disk, DiskError, LocalDisk};
use crate::trouble::{Doing, Trouble, What};

/// Where tools on files work. Cloning it shares what it remembers, so the tools of one registry are given clones of one workspace.
///
/// The calls of an agent that has a directory of its own start there, and not in the folder of the workspace.
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
    memories: Option<Memories>,
    /// What the agent of one call has seen.
    seen: Option<Observations>,
    approvals: Option<Approvals>,
}

impl Default for Workspace {
    /// The directory of the process, asked for at each call.
    fn default() -> Self {
        let confinement = Confinement::full();
        Self { folder: None, disk: Arc::new(LocalDisk), confinement, memories: None, seen: None, approvals: None }
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

    /// Remembers what each agent reads from now on with the tools that are given clones of this workspace: a file that exists is
    /// changed only in a state that the same agent read or wrote here before (contract T4). [`plugin`](crate::plugin) does that.
    #[must_use]
    pub fn remembering(mut self) -> Self {
        self.memories = Some(Memories::default());
        self
    }

    /// Calls are confined less when they were approved.
    pub(crate) fn widened_by(mut self, approvals: Approvals) -> Self {
        self.approvals = Some(approvals);
        self
    }

    /// The workspace as one call sees it: in the directory of its agent, with what that agent has seen.
    pub(crate) fn of_call(&self, cx: &ToolContext) -> Self {
        let mut here = self.clone();
        if let Some(folder) = cx.cwd() {
            here.folder = Some(folder.to_owned());
        }
        here.seen = self.memories.as_ref().map(|memories| memories.of(cx.agent().map(tool_sdk::Agent::id)));
        here
    }

    /// The same for a call that may ask for more than its confinement.
    ///
    /// # Errors
    /// It asks for nothing wider, or nobody approved it.
    pub(crate) fn of_widened_call(
        &self,
        cx: &ToolContext,
        asked: Option<SandboxPermissions>,
        justification: Option<&str>,
    ) -> Result<Self, ToolError> {
        let mut here = self.of_call(cx);
        // The pair was checked with the arguments.
        let Some(widening) = Widening::of(asked, justification).ok().flatten() else { return Ok(here) };
        let widened = self.confinement.widened(&widening);
        let widened = widened.map_err(|error| ToolError::invalid(error.argument(), error))?;
        if !self.approvals.as_ref().is_some_and(|approvals| approvals.has(cx.token())) {
            return Err(ToolError::of(ErrorCode::APPROVAL_UNAVAILABLE).at("sandbox_permissions"));
        }
        here.confinement = widened;
        Ok(here)
    }

    /// Leaves out what a call cannot ask for here.
    pub(crate) fn narrow(&self, narrow: &mut Narrow) {
        if !self.can_widen() {
            for argument in ["sandbox_permissions", "justification"] {
                narrow.leave_out(argument, "no call gets more than it has here");
            }
        } else if self.confinement.mode() == ConfinementMode::WorkspaceWrite || self.confinement.roots().is_empty() {
            narrow.leave_out_branch("sandbox_permissions", "workspace-write", "it is no more than the call has");
        }
    }

    /// Whether there is more than a call has, and somebody asks for its approval.
    fn can_widen(&self) -> bool {
        self.confinement.is_confining() && self.approvals.is_some()
    }

    pub(crate) fn confinement(&self) -> &Confinement {
        &self.confinement
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

    /// The folder that a write at this real path has to stay below, if the confinement asks for one.
    ///
    /// # Errors
    /// It may not be written.
    pub(crate) fn may_write(&self, real: &Path) -> Result<Option<&Path>, What> {
        let hint =
            if self.can_widen() { " If it has to be, send sandbox_permissions and a justification." } else { "" };
        match self.confinement.mode() {
            ConfinementMode::Full => Ok(None),
            ConfinementMode::ReadOnly => Err(What::Confined(format!("was not written: the mode is read-only.{hint}"))),
            ConfinementMode::WorkspaceWrite => self.confinement.root_of(real).map(Some).ok_or_else(|| {
                let roots = self.confinement.writable_roots().iter().map(|root| root.display().to_string());
                let roots = roots.collect::<Vec<_>>().join(", ");
                What::Confined(format!("was not written: it lies outside of {roots}.{hint}"))
            }),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(workspace: &Workspace, path: &str) -> String {
        let What::Confined(told) = workspace.may_write(Path::new(path)).unwrap_err() else { panic!() };
        told
    }

    // contract: X6
    #[test]
    fn the_confinement_names_what_may_be_written_and_how_to_get_more() {
        let root = std::env::temp_dir().canonicalize().unwrap();
        let confined = Workspace::default().confined(Confinement::workspace_write([&root]).unwrap());
        assert_eq!(confined.may_write(&root.join("a")).unwrap(), Some(root.as_path()));
        let told = refusal(&confined, "/etc/hosts");
        assert!(told.contains(&root.display().to_string()) && !told.contains("sandbox_permissions"), "{told}");
        let told = refusal(&confined.widened_by(Approvals::default()), "/etc/hosts");
        assert!(told.contains("sandbox_permissions"), "{told}");
        let told = refusal(&Workspace::default().confined(Confinement::read_only()), "/a");
        assert!(told.contains("read-only"), "{told}");
        assert_eq!(Workspace::default().may_write(Path::new("/etc/hosts")).unwrap(), None);
    }
}
