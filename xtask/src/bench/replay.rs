//! The group `replay`: `benches/benches/replay.rs` measures, this holds the bounds.

use super::figure::Figure;
use super::program;

/// What is held, and against which bound: 200,000 events a second are 5,000 nanoseconds for each.
const BOUNDS: [(&str, f64); 3] = [("replay.event_ns", 5_000.0), ("replay.ratio", 3.0), ("replay.peak_mib", 64.0)];

/// Runs the benchmark program and judges what it measured.
///
/// # Errors
/// The program does not build or run, or leaves out a measurement.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    program::held(&program::run(&mut program::command("replay"))?, &BOUNDS)
}
