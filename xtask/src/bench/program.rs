//! A benchmark program of `benches/benches`: it measures and prints, a group holds the bounds.

use std::process::Command;

use super::figure::{Figure, Measured};
use super::timing::timed;
use crate::cargo::cargo;

/// The command that runs the program of this name for its figures.
pub(super) fn command(name: &str) -> Command {
    cargo(&["bench", "--package", "benches", "--bench", name, "--", "--figures"])
}

/// Runs a program, shows what it measured, and gives it.
///
/// # Errors
/// The program does not build or run.
pub(super) fn run(command: &mut Command) -> Result<Vec<Measured>, String> {
    let (output, _) = timed(command)?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    Ok(text.lines().filter_map(Measured::parse).collect())
}

/// One measurement.
///
/// # Errors
/// The program left it out.
pub(super) fn value(measured: &[Measured], name: &str) -> Result<f64, String> {
    let found = measured.iter().find(|one| one.name == name);
    found.map(|one| one.value).ok_or_else(|| format!("the program measured no `{name}`"))
}

/// Measurements held against the most that each may be.
///
/// # Errors
/// The program left one out.
pub(super) fn held(measured: &[Measured], bounds: &[(&str, f64)]) -> Result<Vec<Figure>, String> {
    bounds.iter().map(|(name, bound)| Ok(Figure::at_most(name, value(measured, name)?, *bound))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Figure, Measured, held};

    const BOUNDS: [(&str, f64); 2] = [("one", 2.0), ("two", 0.0)];

    fn measured(values: [f64; 2]) -> Vec<Measured> {
        BOUNDS.iter().zip(values).map(|((name, _), value)| Measured { name: (*name).to_owned(), value }).collect()
    }

    #[test]
    fn each_is_held_against_its_own_bound() {
        let verdicts = |values| {
            held(&measured(values), &BOUNDS).expect("all are there").iter().map(Figure::holds).collect::<Vec<_>>()
        };
        assert_eq!(verdicts([2.0, 0.0]), [true, true]);
        assert_eq!(verdicts([2.1, 0.1]), [false, false]);
    }

    #[test]
    fn a_missing_measurement_is_an_error() {
        let reason = held(&measured([1.0, 0.0])[1..], &BOUNDS).expect_err("the first is missing");
        assert!(reason.contains("`one`"), "{reason}");
    }
}
