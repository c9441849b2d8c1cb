//! `cargo xtask test`: what CI asks of a change, from the cheapest question to the dearest.

use std::process::Command;

use crate::cargo::{cargo, in_ci};
use crate::docs;
use crate::step::Step;

/// Runs every step; stops at the first that fails.
///
/// # Errors
/// A missing component of the toolchain, a failing step, or, in CI, a test that was ignored.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    if let Some(word) = words.first() {
        return Err(format!("`test` takes no arguments, found `{word}`"));
    }
    for component in ["fmt", "clippy"] {
        component_is_there(component)?;
    }
    programs_are_there()?;
    Step::new("fetch", cargo(&["fetch"])).run()?;
    Step::new("format", cargo(&["fmt", "--all", "--", "--check"])).run()?;
    lints("lints", &["--workspace", "--all-targets", "--all-features"])?;
    // The whole workspace in one build lends every crate the features that its neighbours ask for; alone, `tool-sdk` must do
    // without them.
    lints("lints, no features", &["--package", "tool-sdk", "--no-default-features"])?;
    docs::build().run()?;
    tests()
}

fn component_is_there(component: &str) -> Result<(), String> {
    let there = cargo(&[component, "--version"]).output().is_ok_and(|output| output.status.success());
    if there {
        return Ok(());
    }
    Err(format!("`cargo {component}` is not installed: run `rustup component add rustfmt clippy` in this folder"))
}

/// Programs that tests run and Rust does not bring, each with its Debian package: the page of cards is read in a real browser,
/// commands are confined by a real sandbox.
const PROGRAMS: [(&str, &str); 2] = [("chromium", "chromium"), ("bwrap", "bubblewrap")];

/// Installs what is missing, where this machine has Debian's packages and the right to install them.
fn programs_are_there() -> Result<(), String> {
    let there = |program: &str| Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success());
    let missing: Vec<&str> =
        PROGRAMS.iter().filter(|(program, _)| !there(program)).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut update = Command::new("apt-get");
    update.arg("update");
    let mut install = Command::new("apt-get");
    install
        .args(["install", "--yes", "--no-install-recommends"])
        .args(&missing)
        .env("DEBIAN_FRONTEND", "noninteractive");
    // Lists that are there already may do, so a failed update is no verdict.
    let updated = Step::new("package lists", update).run();
    let installed = Step::new("programs", install).run();
    match PROGRAMS.iter().find(|(program, _)| !there(program)) {
        None => Ok(()),
        Some((program, _)) => {
            updated.and(installed).and(Err(format!("`{program}` does not start after its installation")))
        }
    }
}

fn lints(name: &'static str, selection: &[&str]) -> Result<(), String> {
    let mut command = cargo(&["clippy"]);
    command.args(selection).args(["--", "-D", "warnings"]);
    Step::new(name, command).run()
}

/// Every feature but the one that stands for a neighbour of the SDK: it is switched on in a run of its own, because it changes
/// serde_json for the whole build.
pub(crate) const FEATURES: &str = "tool-sdk/url,tool-sdk/uuid,tool-sdk/chrono,tool-sdk/jiff";

fn tests() -> Result<(), String> {
    let neighbour = [
        "test",
        "--package",
        "tests",
        "--test",
        "it",
        "--features",
        "arbitrary-precision",
        "--",
        "same_bytes",
        "contract",
    ];
    let runs = [
        ("tests", cargo(&["test", "--workspace", "--features", FEATURES])),
        ("tests beside `arbitrary_precision`", cargo(&neighbour)),
    ];
    let mut ignored = 0;
    for (name, command) in runs {
        Step::new(name, command).run_watched(|line| ignored += ignored_tests(line))?;
    }
    if ignored == 0 {
        return Ok(());
    }
    let notice = format!("{ignored} tests are marked `ignore`");
    if in_ci() {
        return Err(format!("{notice}, and in CI nothing may be skipped"));
    }
    eprintln!("{notice}; CI would refuse that");
    Ok(())
}

/// How many tests a line of libtest's output says were ignored: `test result: ok. 5 passed; 0 failed; 2 ignored; …`.
fn ignored_tests(line: &str) -> u64 {
    let Some(counts) = line.strip_prefix("test result: ") else {
        return 0;
    };
    counts
        .split(';')
        .filter_map(|count| count.trim().strip_suffix(" ignored"))
        .filter_map(|number| number.parse::<u64>().ok())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::ignored_tests;

    #[test]
    fn ignored_tests_are_read_from_the_summary() {
        let summary = "test result: ok. 5 passed; 0 failed; 2 ignored; 0 measured; 1 filtered out; finished in 0.00s";
        assert_eq!(ignored_tests(summary), 2);
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(ignored_tests("test json::depth ... ok"), 0);
        assert_eq!(ignored_tests("note: 3 ignored"), 0);
        assert_eq!(ignored_tests(""), 0);
    }
}
