//! The group `bash`: `benches/benches/bash.rs` measures, this holds the bounds.

use super::figure::Figure;
use super::program;

/// The ratios and the most that each may be. A gibibyte of output has to come in at 0.7 of the speed of a bare pipe.
const BOUNDS: [(&str, f64); 3] =
    [("bash.true_ratio", 1.2), ("bash.true_ratio_large_host", 1.5), ("bash.long_output_ratio", 1.0 / 0.7)];

/// Runs the benchmark program and judges its ratios.
///
/// # Errors
/// The program does not build or run, or leaves out a measurement.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    program::held(&program::run(&mut program::command("bash"))?, &BOUNDS)
}
