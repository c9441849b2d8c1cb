//! Which files a confined command may change, as the kernel is told.

use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rustix::io::Errno;

use super::protocol::{Decoder, Encoder};
use crate::confined::Enforcement;

/// Everything may be read and run; only what lies beneath `writable` may be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) enforcement: Enforcement,
    pub(crate) writable: Vec<PathBuf>,
    /// Whether the network may be used.
    pub(crate) network: bool,
}

impl Rules {
    pub(super) fn encode(&self, frame: &mut Encoder) {
        frame.byte(u8::from(self.enforcement == Enforcement::Bubblewrap));
        frame.byte(u8::from(self.network));
        frame.number(self.writable.len());
        for root in &self.writable {
            frame.bytes(root.as_os_str().as_bytes());
        }
    }

    pub(super) fn decode(body: &mut Decoder<'_>) -> Option<Self> {
        let enforcement = if body.byte()? == 1 { Enforcement::Bubblewrap } else { Enforcement::Landlock };
        let network = body.byte()? == 1;
        let count = body.number()?;
        let mut writable = Vec::new();
        for _ in 0..count {
            writable.push(body.path()?);
        }
        Some(Self { enforcement, writable, network })
    }

    /// What the shell enters by itself; does all that can fail or allocate, before the fork. With bubblewrap there is nothing to
    /// enter: the shell is started inside.
    pub(super) fn prepare(&self) -> Result<Option<Confinement>, Errno> {
        match self.enforcement {
            Enforcement::Landlock => confinement(self).map(Some),
            Enforcement::Bubblewrap => Ok(None),
        }
    }

    /// Whether this kernel can do with Landlock what is asked.
    pub(crate) fn landlock_suffices(network: bool) -> bool {
        confinement(&Self { enforcement: Enforcement::Landlock, writable: Vec::new(), network }).is_ok()
    }

    /// Whether bubblewrap is there and can do its work: it needs namespaces, which not every user may have.
    pub(crate) fn has_bubblewrap() -> bool {
        let mut probe = Command::new("bwrap");
        probe.args(["--ro-bind", "/", "/", "true"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        probe.status().is_ok_and(|status| status.success())
    }

    /// What stands before the shell and its arguments.
    pub(super) fn wrapper(&self) -> Option<Command> {
        if self.enforcement != Enforcement::Bubblewrap {
            return None;
        }
        let mut bwrap = Command::new("bwrap");
        bwrap.args([
            "--die-with-parent",
            "--ro-bind",
            "/",
            "/",
            "--dev",
            "/dev",
            "--proc",
            "/proc",
            "--unshare-pid",
            "--cap-drop",
            "ALL",
        ]);
        for root in &self.writable {
            bwrap.arg("--bind").arg(root).arg(root);
        }
        if !self.network {
            bwrap.arg("--unshare-net");
        }
        bwrap.arg("--");
        Some(bwrap)
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::Confinement;
#[cfg(target_os = "linux")]
use linux::confinement;
#[cfg(not(target_os = "linux"))]
pub(super) use other::Confinement;
#[cfg(not(target_os = "linux"))]
use other::confinement;

#[cfg(target_os = "linux")]
mod linux {
    use std::error::Error;
    use std::io;

    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset,
        RulesetAttr as _, RulesetCreated, RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope,
    };
    use rustix::io::Errno;

    use super::Rules;

    /// Below this version of Landlock a confined command could still empty any file, so it is the least that is accepted.
    const LEAST: ABI = ABI::V3;

    /// What later versions add is taken where it is there.
    const BEST: ABI = ABI::V6;

    /// Files that many programs write to and that keep nothing.
    const HARMLESS: [&str; 6] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"];

    /// A set of rules that a process can enter, once and for good.
    #[derive(Debug)]
    pub(crate) struct Confinement(RulesetCreated);

    impl Confinement {
        pub(crate) fn enter(self) -> Result<(), Errno> {
            let status = self.0.restrict_self().map_err(|error| errno(&error))?;
            if status.ruleset == RulesetStatus::NotEnforced { Err(Errno::NOSYS) } else { Ok(()) }
        }
    }

    pub(super) fn confinement(rules: &Rules) -> Result<Confinement, Errno> {
        build(rules).map(Confinement).map_err(|error| errno(&error))
    }

    fn build(rules: &Rules) -> Result<RulesetCreated, RulesetError> {
        let mut set = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(LEAST))?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(BEST))?
            .scope(Scope::from_all(BEST))?;
        if !rules.network {
            set = set
                .set_compatibility(CompatLevel::HardRequirement)
                .handle_access(AccessNet::from_all(ABI::V4))?
                .set_compatibility(CompatLevel::BestEffort);
        }
        let mut created = set.create()?;
        if let Ok(root) = PathFd::new("/") {
            created = created.add_rule(PathBeneath::new(root, AccessFs::from_read(BEST)))?;
        }
        for path in HARMLESS {
            if let Ok(file) = PathFd::new(path) {
                created = created.add_rule(PathBeneath::new(file, AccessFs::from_file(BEST)))?;
            }
        }
        for root in &rules.writable {
            if let Ok(folder) = PathFd::new(root) {
                created = created.add_rule(PathBeneath::new(folder, changes()))?;
            }
        }
        Ok(created)
    }

    /// All but making devices: through one of these the whole disk could be written.
    fn changes() -> BitFlags<AccessFs> {
        AccessFs::from_all(BEST) & !(AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev)
    }

    /// The error of the operating system beneath, or that of a kernel which lacks what is asked.
    fn errno(error: &RulesetError) -> Errno {
        let mut beneath: Option<&(dyn Error + 'static)> = Some(error);
        while let Some(error) = beneath {
            if let Some(errno) = error.downcast_ref::<io::Error>().and_then(Errno::from_io_error) {
                return errno;
            }
            beneath = error.source();
        }
        Errno::NOSYS
    }
}

/// No way to confine is built for other systems, so a confined command does not start there.
#[cfg(not(target_os = "linux"))]
mod other {
    use rustix::io::Errno;

    use super::Rules;

    #[derive(Debug)]
    pub(crate) struct Confinement;

    impl Confinement {
        pub(crate) fn enter(self) -> Result<(), Errno> {
            Err(Errno::NOSYS)
        }
    }

    pub(super) fn confinement(_: &Rules) -> Result<Confinement, Errno> {
        Err(Errno::NOSYS)
    }
}
