//! What a path that a model wrote means, and how a path is told to it.

use std::io;
use std::path::{self, Path, PathBuf};

/// The absolute form of `written`: as it is when it is absolute, else below `base`.
///
/// Symbolic links and `..` stay as they are, since only the disk knows where they lead.
///
/// # Errors
/// `base` is not absolute, and the process has no directory.
pub(crate) fn absolute(base: &Path, written: &str) -> io::Result<PathBuf> {
    path::absolute(base.join(written))
}

/// A path as a searcher tells it: relative to the base when it lies below it.
pub(crate) fn told(base: &Path, path: &Path) -> String {
    let told = path.strip_prefix(base).ok().filter(|rest| !rest.as_os_str().is_empty()).unwrap_or(path);
    told.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_start_at_the_base() {
        let base = Path::new("/srv/project");
        assert_eq!(absolute(base, "src/lib.rs").unwrap(), Path::new("/srv/project/src/lib.rs"));
        assert_eq!(absolute(base, "./a//b").unwrap(), Path::new("/srv/project/a/b"));
        assert_eq!(absolute(base, "../x").unwrap(), Path::new("/srv/project/../x"));
        assert_eq!(absolute(base, "/etc/hosts").unwrap(), Path::new("/etc/hosts"));
    }

    #[test]
    fn what_lies_below_the_base_is_told_from_there() {
        let base = Path::new("/srv/project");
        assert_eq!(told(base, Path::new("/srv/project/src/lib.rs")), "src/lib.rs");
        assert_eq!(told(base, Path::new("/srv/project")), "/srv/project");
        assert_eq!(told(base, Path::new("/srv/projects/a")), "/srv/projects/a");
    }
}
