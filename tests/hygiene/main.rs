//! Expansions stand in whatever surroundings their author has: names that hide the prelude's, lints that deny everything, a crate
//! that knows the SDK under another name.
//!
//! What a module can show is a module; what is a fact of a whole crate is one of the crates in the folders beside this file.

mod conditional;
mod constants;
mod made_by_macro;
mod names;
mod shadowed;
mod two_modules;

use std::fs;
use std::path::Path;
use std::process::Command;

/// All crates in one run of clippy, which is `cargo check` with more lints for the crate that denies them.
///
/// They are built from the versions that the workspace around them has locked, because those are on the machine already.
#[test]
fn crates_compile_as_their_authors_wrote_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("hygiene");
    fs::copy(folder.join("../../Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace has a lock file");
    let output = Command::new(env!("CARGO"))
        .args(["clippy", "--offline", "--keep-going", "--quiet", "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("hygiene"))
        .current_dir(&folder)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
