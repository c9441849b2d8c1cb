//! Which files a tool may change: one policy for the tools on files and for commands (decision D42).
//!
//! A policy is plain data. It says what is allowed; who executes it (a disk provider, a sandbox around a process) makes sure
//! that nothing else happens, and refuses to start where it cannot.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How far file effects may reach. The order is that of width: `ReadOnly < WorkspaceWrite < Full`.
///
/// On the wire: `read-only`, `workspace-write`, `danger-full-access`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "macros", derive(crate::ToolValue), tool(crate = crate, rename_all = "kebab-case"))]
pub enum ConfinementMode {
    /// Nothing may be changed.
    ReadOnly,
    /// Files below the writable roots may be changed.
    WorkspaceWrite,
    /// Whatever the operating system allows.
    #[cfg_attr(feature = "macros", tool(rename = "danger-full-access"))]
    Full,
}

impl ConfinementMode {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read-only",
            Self::WorkspaceWrite => "workspace-write",
            Self::Full => "danger-full-access",
        }
    }
}

impl fmt::Display for ConfinementMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The type of the argument `sandbox_permissions`: a mode that one call asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "macros", derive(crate::ToolValue), tool(crate = crate, rename_all = "kebab-case"))]
pub enum SandboxPermissions {
    /// Files below the writable roots may be changed.
    WorkspaceWrite,
    /// Whatever the operating system allows.
    #[cfg_attr(feature = "macros", tool(rename = "danger-full-access"))]
    DangerFullAccess,
}

impl From<SandboxPermissions> for ConfinementMode {
    fn from(asked: SandboxPermissions) -> Self {
        match asked {
            SandboxPermissions::WorkspaceWrite => Self::WorkspaceWrite,
            SandboxPermissions::DangerFullAccess => Self::Full,
        }
    }
}

/// The policy: a mode, and the roots below which `workspace-write` may write. Cloning it copies no path.
///
/// ```
/// use tool_sdk::{Confinement, ConfinementMode};
///
/// let folder = std::env::temp_dir().canonicalize()?;
/// let policy = Confinement::workspace_write([&folder])?;
/// assert!(policy.may_write(&folder.join("new.txt")));
/// assert!(!policy.may_write("/etc/hosts".as_ref()));
/// assert!(!policy.with_mode(ConfinementMode::ReadOnly).may_write(&folder.join("new.txt")));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confinement {
    mode: ConfinementMode,
    roots: Arc<[PathBuf]>,
}

impl Confinement {
    /// No confinement.
    pub fn full() -> Self {
        Self { mode: ConfinementMode::Full, roots: Arc::default() }
    }

    /// Nothing may be changed, and a widened call may change everything or nothing: there are no roots.
    pub fn read_only() -> Self {
        Self { mode: ConfinementMode::ReadOnly, roots: Arc::default() }
    }

    /// Files below these folders may be changed. The folders are the real ones: links in them are followed now, once, so that
    /// a link that somebody turns later widens nothing.
    ///
    /// A host that wants scratch space names it: [`scratch_folders`].
    ///
    /// # Errors
    /// A root does not exist or is no folder. A policy never forgets a root in silence.
    pub fn workspace_write<P: AsRef<Path>>(roots: impl IntoIterator<Item = P>) -> io::Result<Self> {
        let mut real: Vec<PathBuf> =
            roots.into_iter().map(|root| real_folder(root.as_ref())).collect::<Result<_, _>>()?;
        real.sort_unstable();
        real.dedup();
        Ok(Self { mode: ConfinementMode::WorkspaceWrite, roots: real.into() })
    }

    /// The same roots under another mode.
    #[must_use]
    pub fn with_mode(&self, mode: ConfinementMode) -> Self {
        Self { mode, roots: self.roots.clone() }
    }

    /// The mode.
    pub fn mode(&self) -> ConfinementMode {
        self.mode
    }

    /// Whether anything is forbidden, so that asking for more makes sense.
    pub fn is_confining(&self) -> bool {
        self.mode < ConfinementMode::Full
    }

    /// The folders that may be written in this mode: none under `read-only`, and under `danger-full-access` none are listed
    /// because none are needed.
    pub fn writable_roots(&self) -> &[PathBuf] {
        if self.mode == ConfinementMode::WorkspaceWrite { &self.roots } else { &[] }
    }

    /// The roots of the policy, whatever the mode.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// The root that `path` lies below, in a mode that asks for one. `path` is real: absolute, without links and `..`.
    pub fn root_of(&self, path: &Path) -> Option<&Path> {
        self.writable_roots().iter().map(PathBuf::as_path).find(|root| path.starts_with(root))
    }

    /// Whether the file at `path` may be changed. `path` is real: absolute, without links and `..`.
    ///
    /// A look at the path alone is no protection against somebody who turns a link between the look and the write; who writes
    /// opens the root and goes down from there.
    pub fn may_write(&self, path: &Path) -> bool {
        match self.mode {
            ConfinementMode::Full => true,
            ConfinementMode::ReadOnly => false,
            ConfinementMode::WorkspaceWrite => self.root_of(path).is_some(),
        }
    }

    /// What one call gets if its widening is approved. The policy itself stays as it is.
    ///
    /// # Errors
    /// The call asks for no more than it has.
    pub fn widened(&self, widening: &Widening) -> Result<Self, WideningError> {
        if widening.to <= self.mode {
            return Err(WideningError::NotWider { asked: widening.to, mode: self.mode });
        }
        Ok(self.with_mode(widening.to))
    }
}

fn real_folder(root: &Path) -> io::Result<PathBuf> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("writable root {}: {error}", root.display()));
    let real = root.canonicalize().map_err(named)?;
    if real.is_dir() { Ok(real) } else { Err(named(io::ErrorKind::NotADirectory.into())) }
}

/// The folders for files that nobody keeps: `/tmp` and that of the platform, as far as they exist.
pub fn scratch_folders() -> Vec<PathBuf> {
    let folders = [PathBuf::from("/tmp"), std::env::temp_dir()];
    let mut real: Vec<PathBuf> = folders.iter().filter_map(|folder| real_folder(folder).ok()).collect();
    real.dedup();
    real
}

/// What one call asks for beyond its policy, and why: the pair `sandbox_permissions` and `justification`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Widening {
    /// The mode that is asked for.
    pub to: ConfinementMode,
    /// For the one who approves.
    pub justification: String,
}

impl Widening {
    /// The widening of a call with these two arguments; none when both are absent.
    ///
    /// # Errors
    /// One without the other, or a justification that says nothing.
    pub fn of(asked: Option<SandboxPermissions>, justification: Option<&str>) -> Result<Option<Self>, WideningError> {
        match (asked, justification) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(WideningError::PermissionsMissing),
            (Some(_), None) => Err(WideningError::JustificationMissing),
            (Some(_), Some(blank)) if blank.trim().is_empty() => Err(WideningError::JustificationBlank),
            (Some(asked), Some(why)) => Ok(Some(Self { to: asked.into(), justification: why.to_owned() })),
        }
    }
}

/// Why a call cannot ask for more. `Display` is for a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WideningError {
    /// A justification for nothing.
    PermissionsMissing,
    /// No justification.
    JustificationMissing,
    /// A justification without a word.
    JustificationBlank,
    /// The mode is not wider than what the call has.
    NotWider {
        /// What was asked for.
        asked: ConfinementMode,
        /// What the call has.
        mode: ConfinementMode,
    },
}

impl WideningError {
    /// The argument to change.
    pub const fn argument(&self) -> &'static str {
        match self {
            Self::PermissionsMissing | Self::NotWider { .. } => "sandbox_permissions",
            Self::JustificationMissing | Self::JustificationBlank => "justification",
        }
    }
}

impl fmt::Display for WideningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PermissionsMissing => {
                f.write_str("`justification` goes with `sandbox_permissions`: send both or neither")
            }
            Self::JustificationMissing => f.write_str("`sandbox_permissions` needs a `justification` that says why"),
            Self::JustificationBlank => f.write_str("the justification is blank: say why the call needs more"),
            Self::NotWider { asked, mode } => {
                write!(f, "{asked} is not wider than {mode}, which the call has already: leave it out")
            }
        }
    }
}

impl std::error::Error for WideningError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of this test alone.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("confine-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder.canonicalize().unwrap()
    }

    // contract: X6
    #[test]
    fn each_mode_allows_what_its_name_says() {
        let root = folder("modes");
        let policy = Confinement::workspace_write([&root]).unwrap();
        let (inside, beside) = (root.join("a/b.txt"), root.with_extension("x"));
        assert!(policy.may_write(&inside) && policy.may_write(&root));
        assert!(!policy.may_write(&beside), "a name that begins like the root is not below it");
        assert!(!policy.may_write(root.parent().unwrap()));
        let read_only = policy.with_mode(ConfinementMode::ReadOnly);
        assert!(!read_only.may_write(&inside) && read_only.writable_roots().is_empty());
        assert!(Confinement::full().may_write(&beside));
        assert!(!Confinement::full().is_confining() && Confinement::read_only().is_confining());
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_root_is_a_real_folder_or_an_error() {
        let root = folder("real");
        let link = root.join("link");
        std::os::unix::fs::symlink(&root, &link).unwrap();
        let policy = Confinement::workspace_write([&link, &root]).unwrap();
        assert_eq!(policy.roots(), std::slice::from_ref(&root));
        std::fs::write(root.join("file"), "").unwrap();
        for bad in ["file", "missing"] {
            let error = Confinement::workspace_write([root.join(bad)]).unwrap_err();
            assert!(error.to_string().contains(&format!("/{bad}: ")), "{error}");
        }
        std::fs::remove_dir_all(root).unwrap();
    }

    // contract: X6
    #[test]
    fn a_call_is_widened_strictly_and_keeps_the_roots() {
        let root = folder("widen");
        let policy = Confinement::workspace_write([&root]).unwrap().with_mode(ConfinementMode::ReadOnly);
        let ask = |to| Widening { to, justification: "to build".to_owned() };
        let wider = policy.widened(&ask(ConfinementMode::WorkspaceWrite)).unwrap();
        assert!(wider.may_write(&root.join("x")) && !wider.may_write("/etc/hosts".as_ref()));
        assert_eq!(policy.mode(), ConfinementMode::ReadOnly, "the policy is left as it was");
        for (mode, to) in [
            (ConfinementMode::Full, ConfinementMode::Full),
            (ConfinementMode::Full, ConfinementMode::WorkspaceWrite),
            (ConfinementMode::WorkspaceWrite, ConfinementMode::WorkspaceWrite),
        ] {
            let refused = policy.with_mode(mode).widened(&ask(to)).unwrap_err();
            assert_eq!(refused, WideningError::NotWider { asked: to, mode });
        }
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_pair_stands_together_or_not_at_all() {
        let asked = Some(SandboxPermissions::DangerFullAccess);
        assert_eq!(Widening::of(None, None), Ok(None));
        assert_eq!(Widening::of(None, Some("x")), Err(WideningError::PermissionsMissing));
        assert_eq!(Widening::of(asked, None), Err(WideningError::JustificationMissing));
        assert_eq!(Widening::of(asked, Some(" \n")), Err(WideningError::JustificationBlank));
        let widening = Widening::of(asked, Some("to install")).unwrap().unwrap();
        assert_eq!((widening.to, widening.justification.as_str()), (ConfinementMode::Full, "to install"));
    }

    #[cfg(feature = "macros")]
    #[test]
    fn the_names_on_the_wire_have_one_spelling() {
        use crate::schema::Schema;
        let modes = [ConfinementMode::ReadOnly, ConfinementMode::WorkspaceWrite, ConfinementMode::Full];
        let names: Vec<_> = modes.iter().map(ToString::to_string).collect();
        let text = Schema::of::<ConfinementMode>().to_text();
        assert!(text.contains(&format!("{names:?}").replace(", ", ",")), "{text}");
        let text = Schema::of::<SandboxPermissions>().to_text();
        assert!(text.contains(&format!("{:?}", &names[1..]).replace(", ", ",")), "{text}");
    }
}
