//! The group `registry`: `benches/benches/registry.rs` measures, this holds the bounds.

use super::figure::Figure;
use super::program;

/// What is held, and against which bound.
const BOUNDS: [(&str, f64); 4] = [
    ("registry.size_ratio", 1.2),
    ("registry.empty_hooks_ratio", 1.05),
    ("registry.three_hooks_ratio", 3.0),
    ("registry.schemas_allocations", 0.0),
];

/// Runs the benchmark program and judges what it measured.
///
/// # Errors
/// The program does not build or run, or leaves out a measurement.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    program::held(&program::run(&mut program::command("registry"))?, &BOUNDS)
}
