//! `cargo xtask bless`: accept what is there now as what is expected.

use crate::cargo::cargo;
use crate::step::Step;
use crate::test::FEATURES;

/// Runs the tests in the mode in which they write their expectations instead of comparing with them.
///
/// What was rewritten is for the author to read in `git diff`: blessing proves nothing by itself.
///
/// # Errors
/// A test fails for another reason than its expectation.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    if let Some(word) = words.first() {
        return Err(format!("`bless` takes no arguments, found `{word}`"));
    }
    Step::new("bless", cargo(&["test", "--workspace", "--features", FEATURES, "--tests", "--no-fail-fast"]))
        .env("TRYBUILD", "overwrite")
        .env("BLESS", "1")
        .run()
}
