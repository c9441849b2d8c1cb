//! The group `files`: `benches/benches/files.rs` measures, this installs the peers and holds the bounds.

use std::path::PathBuf;

use super::figure::Figure;
use super::program;
use super::timing::timed;
use crate::cargo::{cargo, target_dir};

/// The peers, by crate, version and binary.
const RIPGREP: (&str, &str, &str) = ("ripgrep", "15.2.0", "rg");
const FD: (&str, &str, &str) = ("fd-find", "10.5.0", "fd");

/// What is promised: each measurement beside its peer.
const BOUNDS: [(&str, f64); 9] = [
    ("files.grep_rare", 1.0),
    ("files.grep_common", 1.0),
    ("files.grep_none", 1.0),
    ("files.glob_rare", 1.0),
    ("files.glob_common", 1.3),
    ("files.glob_none", 1.0),
    ("files.tail", 1.5),
    ("files.tail_mib", 64.0),
    ("files.edit", 1.5),
];

/// Runs the benchmark program and judges what it measured.
///
/// # Errors
/// A peer cannot be installed, or the program does not run or leaves out a measurement.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    let (rg, fd) = (installed(RIPGREP)?, installed(FD)?);
    let folder = target_dir().join("bench-files");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut bench = cargo(&["bench", "--package", "benches", "--bench", "files"]);
    bench.env("FILES_RG", rg).env("FILES_FD", fd).env("FILES_FOLDER", folder);
    program::held(&program::run(&mut bench)?, &BOUNDS)
}

/// The binary of a peer, which is built on the first run.
fn installed((name, version, binary): (&str, &str, &str)) -> Result<PathBuf, String> {
    let root = target_dir().join("bench-peers");
    let path = root.join("bin").join(binary);
    if !path.exists() {
        let exact = format!("={version}");
        let root = root.to_string_lossy();
        timed(&mut cargo(&["install", "--locked", "--root", &root, name, "--version", &exact]))?;
    }
    Ok(path)
}
