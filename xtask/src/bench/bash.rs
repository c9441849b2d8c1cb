//! The group `bash`: `benches/benches/bash.rs` measures, this holds the bounds.

use super::figure::{Figure, Measured};
use super::timing::timed;
use crate::cargo::cargo;

/// The ratios and the most that each may be. A gibibyte of output has to come in at 0.7 of the speed of a bare pipe.
const BOUNDS: [(&str, f64); 3] =
    [("bash.true_ratio", 1.2), ("bash.true_ratio_large_host", 1.5), ("bash.long_output_ratio", 1.0 / 0.7)];

/// Runs the benchmark program and judges its ratios.
///
/// # Errors
/// The program does not build or run, or leaves out a measurement.
pub(crate) fn measure() -> Result<Vec<Figure>, String> {
    let words = ["bench", "--package", "benches", "--bench", "bash", "--", "--figures"];
    let (output, _) = timed(&mut cargo(&words))?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    let measured: Vec<Measured> = text.lines().filter_map(Measured::parse).collect();
    judge(&measured)
}

fn judge(measured: &[Measured]) -> Result<Vec<Figure>, String> {
    let figure = |(name, bound): (&str, f64)| {
        let found = measured.iter().find(|one| one.name == name);
        let value = found.map(|one| one.value).ok_or_else(|| format!("the program measured no `{name}`"))?;
        Ok(Figure::at_most(name, value, bound))
    };
    BOUNDS.into_iter().map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::{BOUNDS, Measured, judge};

    #[test]
    fn every_bound_has_to_be_measured() {
        let all = BOUNDS.map(|(name, value)| Measured { name: name.to_owned(), value });
        assert!(judge(&all).expect("all are there").iter().all(super::Figure::holds));
        let reason = judge(&all[1..]).expect_err("one is missing");
        assert!(reason.contains("bash.true_ratio"), "{reason}");
    }
}
