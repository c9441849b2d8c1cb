//! The group `replay`: `benches/benches/replay.rs` measures, this holds the bounds.

use super::figure::{Figure, Measured};
use super::timing::timed;
use crate::cargo::cargo;

/// What is held, and against which bound: 200,000 events a second are 5,000 nanoseconds for each.
const BOUNDS: [(&str, f64); 3] = [("replay.event_ns", 5_000.0), ("replay.ratio", 3.0), ("replay.peak_mib", 64.0)];

/// Runs the benchmark program and judges what it measured.
///
/// # Errors
/// The program does not build or run, or leaves out a measurement.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    let words = ["bench", "--package", "benches", "--bench", "replay", "--", "--figures"];
    let (output, _) = timed(&mut cargo(&words))?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    judge(&text.lines().filter_map(Measured::parse).collect::<Vec<_>>())
}

fn judge(measured: &[Measured]) -> Result<Vec<Figure>, String> {
    let figure = |(name, bound): (&str, f64)| {
        let found = measured.iter().find(|one| one.name == name);
        let found = found.ok_or_else(|| format!("the program measured no `{name}`"))?;
        Ok(Figure::at_most(name, found.value, bound))
    };
    BOUNDS.into_iter().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::{BOUNDS, Figure, Measured, judge};

    #[test]
    fn every_bound_has_its_figure() {
        let measured = |part: f64| BOUNDS.map(|(name, bound)| Measured { name: name.to_owned(), value: bound * part });
        let holds = |part| judge(&measured(part)).expect("all are there").iter().map(Figure::holds).collect::<Vec<_>>();
        assert_eq!((holds(1.0), holds(1.01)), (vec![true; 3], vec![false; 3]));
        let reason = judge(&measured(1.0)[1..]).expect_err("one is missing");
        assert!(reason.contains(BOUNDS[0].0), "{reason}");
    }
}
