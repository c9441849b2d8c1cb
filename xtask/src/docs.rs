//! `cargo xtask docs`: the documentation as it would be published.

use crate::cargo::{cargo, target_dir};
use crate::step::Step;

/// Builds the documentation and tells where it lies.
///
/// # Errors
/// An argument, of which there are none, or a warning of rustdoc.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    if let Some(word) = words.first() {
        return Err(format!("`docs` takes no arguments, found `{word}`"));
    }
    build().run()?;
    println!("{}", target_dir().join("doc/tool_sdk/index.html").display());
    Ok(())
}

/// The step that `cargo xtask test` shares: a broken link or an unclosed tag is a failure.
pub(crate) fn build() -> Step {
    Step::new("documentation", cargo(&["doc", "--workspace", "--no-deps", "--all-features"]))
        .env("RUSTDOCFLAGS", "-D warnings")
}
