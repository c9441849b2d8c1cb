//! The commands that CI and contributors run, so that both run the same: `cargo xtask COMMAND`.
//!
//! Everything here is a thin layer over `cargo`; it uses the standard library alone, so that a machine with nothing but Rust
//! builds it in a second.

mod bench;
mod bless;
mod cargo;
mod docs;
mod step;
mod test;

use std::process::ExitCode;

/// One line of the usage, and the function behind it.
struct Subcommand {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<(), String>,
}

const SUBCOMMANDS: &[Subcommand] = &[
    Subcommand {
        name: "test",
        about: "everything that a change must pass: format, lints, documentation, tests",
        run: test::run,
    },
    Subcommand {
        name: "bless",
        about: "rewrite what the compiler says to tests/ui, and the golden files",
        run: bless::run,
    },
    Subcommand { name: "docs", about: "build the documentation, warnings refused", run: docs::run },
    Subcommand {
        name: "bench",
        about: "print the figures of all groups, or of those named, and fail where a bound is missed",
        run: bench::run,
    },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let found =
        words.split_first().and_then(|(name, rest)| Some((SUBCOMMANDS.iter().find(|known| known.name == name)?, rest)));
    let Some((subcommand, rest)) = found else {
        eprintln!("{}", usage());
        return ExitCode::from(2);
    };
    match (subcommand.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask {}: {reason}", subcommand.name);
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    let mut text = String::from("usage: cargo xtask COMMAND\n");
    for Subcommand { name, about, .. } in SUBCOMMANDS {
        text.push_str(&format!("\n  {name:<6} {about}"));
    }
    text.push_str("\n\ngroups of bench:\n");
    for bench::Group { name, about, .. } in bench::GROUPS {
        text.push_str(&format!("\n  {name:<9} {about}"));
    }
    text
}
