//! A measured value and the bound that it must keep.

use std::fmt;

/// One line of acceptance: `figure NAME VALUE bound BOUND`.
#[derive(Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) name: String,
    value: f64,
    bound: Bound,
}

#[derive(Debug, PartialEq)]
enum Bound {
    AtMost(f64),
    Below(f64),
}

impl Figure {
    /// A figure that may reach its bound, and not pass it.
    pub(crate) fn at_most(name: &str, value: f64, bound: f64) -> Self {
        Self { name: name.to_owned(), value, bound: Bound::AtMost(bound) }
    }

    /// A figure that must stay below its bound.
    pub(crate) fn below(name: &str, value: f64, bound: f64) -> Self {
        Self { name: name.to_owned(), value, bound: Bound::Below(bound) }
    }

    /// Whether the bound is kept. A value that is no number keeps none.
    pub(crate) fn holds(&self) -> bool {
        match self.bound {
            Bound::AtMost(bound) => self.value <= bound,
            Bound::Below(bound) => self.value < bound,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Bound::AtMost(bound) | Bound::Below(bound)) = self.bound;
        write!(f, "figure {} {} bound {}", self.name, Short(self.value), Short(bound))
    }
}

/// A number with at most three decimals, and none where it has none.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (self.0 * 1000.0).round() / 1000.0)
    }
}

/// What a benchmark program found, which knows its measurements and not the bounds: `measured NAME VALUE`.
#[derive(Debug, PartialEq)]
pub(crate) struct Measured {
    pub(crate) name: String,
    pub(crate) value: f64,
}

impl Measured {
    /// Reads one line of a program's output; any other line is `None`.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let ("measured", name, value) = (words.next()?, words.next()?, words.next()?) else {
            return None;
        };
        let value = value.parse().ok()?;
        words.next().is_none().then(|| Self { name: name.to_owned(), value })
    }
}

#[cfg(test)]
mod tests {
    use super::{Figure, Measured};

    #[test]
    fn a_figure_prints_its_value_and_its_bound() {
        assert_eq!(Figure::at_most("weight.crates", 34.0, 38.0).to_string(), "figure weight.crates 34 bound 38");
        assert_eq!(Figure::at_most("a.b", 1.640_49, 2.0).to_string(), "figure a.b 1.64 bound 2");
        assert_eq!(Figure::below("a.c", 1.5, 1.640_5).to_string(), "figure a.c 1.5 bound 1.641");
    }

    #[test]
    fn a_bound_is_kept_up_to_its_end_unless_it_must_stay_below() {
        assert!(Figure::at_most("a", 2.0, 2.0).holds());
        assert!(!Figure::at_most("a", 2.000_1, 2.0).holds());
        assert!(!Figure::below("a", 2.0, 2.0).holds());
        assert!(Figure::below("a", 1.9, 2.0).holds());
    }

    #[test]
    fn no_number_keeps_no_bound() {
        assert!(!Figure::at_most("a", f64::NAN, 2.0).holds());
        assert!(!Figure::below("a", f64::NAN, 2.0).holds());
    }

    #[test]
    fn a_measurement_is_read_from_its_line() {
        let read = Measured::parse("measured dispatch.async_ns 250.5").expect("well formed");
        assert_eq!((read.name.as_str(), read.value), ("dispatch.async_ns", 250.5));
    }

    #[test]
    fn other_lines_are_no_measurement() {
        for line in ["", "measured", "measured a", "measured a b", "measured a 1 2", "figure a 1 bound 2"] {
            assert_eq!(Measured::parse(line), None, "{line}");
        }
    }
}
