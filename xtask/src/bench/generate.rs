//! Crates that a bench writes below the target folder: ours and the peer's, each a workspace of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{cargo, root, target_dir};

/// The package that each generated crate is called; its folder tells them apart.
pub(crate) const PACKAGE: &str = "measured";

/// A generated crate.
pub(crate) struct Package {
    dir: PathBuf,
}

impl Package {
    /// Writes the manifest of a crate into `target/bench/PLACE` and fetches what it depends on.
    ///
    /// It starts from our own `Cargo.lock`, so that ours and the peer's build on the same versions of what they share.
    ///
    /// # Errors
    /// A file cannot be written, or cargo cannot fetch.
    pub(crate) fn new(place: &str, dependencies: &str) -> Result<Self, String> {
        let package = Self { dir: target_dir().join("bench").join(place) };
        package.write("Cargo.toml", &manifest(dependencies))?;
        let lock = fs::read_to_string(root().join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
        package.write("Cargo.lock", &lock)?;
        Ok(package)
    }

    /// Writes one file, and leaves one alone that already reads so: its time of change is cargo's measure of freshness.
    ///
    /// # Errors
    /// The file or its folder cannot be written.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.path(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        let folder = path.parent().expect("a file in a package has a folder");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The place of one of its files.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// A cargo command in this crate, as on the machine of somebody who has set nothing.
    pub(crate) fn cargo(&self, words: &[&str]) -> Command {
        let mut command = cargo(words);
        command.current_dir(&self.dir).env("CARGO_TARGET_DIR", self.target());
        command.env_remove("CARGO_INCREMENTAL");
        for (key, _) in std::env::vars_os() {
            if key.to_string_lossy().starts_with("CARGO_PROFILE_") {
                command.env_remove(key);
            }
        }
        command
    }

    /// Where this crate is built, shared with nothing.
    pub(crate) fn target(&self) -> PathBuf {
        self.dir.join("target")
    }
}

/// The dependency on our own crate, as a user has it.
pub(crate) fn ours() -> String {
    format!("tool-sdk = {{ path = '{}' }}\n", root().join("tool-sdk").display())
}

fn manifest(dependencies: &str) -> String {
    format!(
        "[package]\nname = \"{PACKAGE}\"\nversion = \"0.0.0\"\nedition = \"2024\"\nrust-version = \"1.95\"\npublish = false\n\n\
         [workspace]\n\n[dependencies]\n{dependencies}"
    )
}

/// Removes a folder with everything in it; one that is not there is removed already.
///
/// # Errors
/// The folder resists.
pub(crate) fn remove(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {error}", folder.display())),
        _ => Ok(()),
    }
}

/// Repeats each block of lines between `// for each WHAT` and `// end`, once per list of replacements.
///
/// So a template is itself a Rust file that can be read, and the markers say what is many in the crate that comes of it.
pub(crate) fn expand(template: &str, what: &str, repetitions: &[Vec<(&str, String)>]) -> String {
    let marker = format!("// for each {what}");
    let mut text = String::new();
    let mut lines = template.lines();
    while let Some(line) = lines.next() {
        if line.trim() != marker {
            text.push_str(line);
            text.push('\n');
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| line.trim() != "// end").collect();
        for replacements in repetitions {
            text.push_str(&replaced(&block.join("\n"), replacements));
            text.push('\n');
        }
    }
    text
}

fn replaced(text: &str, replacements: &[(&str, String)]) -> String {
    replacements.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::{expand, manifest};

    #[test]
    fn a_block_is_repeated_with_its_replacements() {
        let template = "start\n    // for each tool\n    fn tool_nn();\n    // end\nstop\n";
        let tools = [vec![("_nn", "_00".to_owned())], vec![("_nn", "_01".to_owned())]];
        assert_eq!(expand(template, "tool", &tools), "start\n    fn tool_00();\n    fn tool_01();\nstop\n");
    }

    #[test]
    fn another_block_is_left_alone() {
        let template = "// for each group\nmod g;\n// end\n";
        assert_eq!(expand(template, "tool", &[]), template);
    }

    #[test]
    fn a_manifest_is_a_workspace_of_its_own() {
        let text = manifest("serde = \"1\"\n");
        assert!(text.contains("\n[workspace]\n") && text.ends_with("[dependencies]\nserde = \"1\"\n"), "{text}");
    }
}
