//! The group `dispatch`: `benches/benches/dispatch.rs` measures, this holds the bounds.

use super::figure::{Figure, Measured};
use super::timing::timed;
use crate::cargo::cargo;

/// Runs the benchmark program and judges its ratios.
///
/// # Errors
/// The program does not build or run, or leaves out a measurement.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    let words = ["bench", "--package", "benches", "--bench", "dispatch", "--", "--figures"];
    let (output, _) = timed(&mut cargo(&words))?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    let measured: Vec<Measured> = text.lines().filter_map(Measured::parse).collect();
    judge(&measured)
}

fn judge(measured: &[Measured]) -> Result<Vec<Figure>, String> {
    let value = |name: &str| {
        let found = measured.iter().find(|one| one.name == name);
        found.map(|one| one.value).ok_or_else(|| format!("the program measured no `{name}`"))
    };
    let asynchronous = value("dispatch.async_ratio")?;
    let synchronous = value("dispatch.sync_ratio")?;
    Ok(vec![
        Figure::at_most("dispatch.async_ratio", asynchronous, 2.0),
        Figure::below("dispatch.sync_ratio", synchronous, asynchronous),
    ])
}

#[cfg(test)]
mod tests {
    use super::{Measured, judge};

    fn measured(name: &str, value: f64) -> Measured {
        Measured { name: name.to_owned(), value }
    }

    #[test]
    fn a_sync_tool_is_held_against_the_async_one() {
        let figures = judge(&[measured("dispatch.async_ratio", 1.6), measured("dispatch.sync_ratio", 1.7)])
            .expect("both are there");
        let verdicts: Vec<bool> = figures.iter().map(super::Figure::holds).collect();
        assert_eq!(verdicts, [true, false]);
    }

    #[test]
    fn a_missing_measurement_is_an_error() {
        let reason = judge(&[measured("dispatch.async_ratio", 1.6)]).expect_err("no sync ratio");
        assert!(reason.contains("dispatch.sync_ratio"), "{reason}");
    }
}
