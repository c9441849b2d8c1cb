//! The group `dispatch`: `benches/benches/dispatch.rs` measures, this holds the bounds.

use super::figure::{Figure, Measured};
use super::program;

/// Runs the benchmark program and judges its ratios.
///
/// # Errors
/// The program does not build or run, or leaves out a measurement.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    judge(&program::run(&mut program::command("dispatch"))?)
}

fn judge(measured: &[Measured]) -> Result<Vec<Figure>, String> {
    let asynchronous = program::value(measured, "dispatch.async_ratio")?;
    let synchronous = program::value(measured, "dispatch.sync_ratio")?;
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
