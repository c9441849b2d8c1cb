//! The group `registry`: `benches/benches/registry.rs` measures, this holds the bounds.

use super::figure::{Figure, Measured};
use super::timing::timed;
use crate::cargo::cargo;

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
    let words = ["bench", "--package", "benches", "--bench", "registry", "--", "--figures"];
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
    use super::{BOUNDS, Measured, judge};

    fn measured(value: f64) -> Vec<Measured> {
        BOUNDS.iter().map(|(name, _)| Measured { name: (*name).to_owned(), value }).collect()
    }

    #[test]
    fn every_bound_is_held() {
        let verdicts = |value| {
            judge(&measured(value)).expect("all are there").iter().map(super::Figure::holds).collect::<Vec<_>>()
        };
        assert_eq!(verdicts(0.0), [true; 4]);
        assert_eq!(verdicts(3.5), [false; 4]);
    }

    #[test]
    fn a_missing_measurement_is_an_error() {
        assert!(judge(&measured(1.0)[1..]).is_err());
    }
}
