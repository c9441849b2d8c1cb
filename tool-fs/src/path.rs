//! What a path that a model wrote means.

use std::io;
use std::path::{self, Path, PathBuf};

/// The absolute form of `written`: as it is when it is absolute, else below `folder`, else below the directory of the
/// process.
///
/// Symbolic links and `..` stay as they are, since only the disk knows where they lead.
///
/// # Errors
/// The process has no directory (any more), and it is needed.
pub(crate) fn absolute(folder: Option<&Path>, written: &str) -> io::Result<PathBuf> {
    match folder {
        Some(folder) => path::absolute(folder.join(written)),
        None => path::absolute(written),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_start_at_the_folder() {
        let folder = Some(Path::new("/srv/project"));
        assert_eq!(absolute(folder, "src/lib.rs").unwrap(), Path::new("/srv/project/src/lib.rs"));
        assert_eq!(absolute(folder, "./a//b").unwrap(), Path::new("/srv/project/a/b"));
        assert_eq!(absolute(folder, "../x").unwrap(), Path::new("/srv/project/../x"));
        assert_eq!(absolute(folder, "/etc/hosts").unwrap(), Path::new("/etc/hosts"));
    }

    #[test]
    fn without_a_folder_they_start_where_the_process_is() {
        assert_eq!(absolute(None, "a.txt").unwrap(), std::env::current_dir().unwrap().join("a.txt"));
    }
}
