//! Where the workspace lies, and how its `cargo` is started.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The cargo that started this program, in the root of the workspace.
pub(crate) fn cargo(words: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).current_dir(root());
    command
}

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a member of the workspace, one level below its root")
}

/// The folder that cargo builds into, which git ignores: also the place of everything that a bench generates.
pub(crate) fn target_dir() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// Whether the program runs in CI, where nothing may be left out.
pub(crate) fn in_ci() -> bool {
    env::var_os("CI").is_some_and(|value| value == "true" || value == "1")
}

#[cfg(test)]
mod tests {
    use super::root;

    #[test]
    fn the_root_holds_the_workspace() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the root has a manifest");
        assert!(manifest.contains("[workspace]"));
    }
}
