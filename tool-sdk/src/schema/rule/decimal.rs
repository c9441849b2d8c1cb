//! `multipleOf` in decimal: `0.3` is a multiple of `0.1`, though the doubles that stand for them are not.

use super::Num;

/// A number as it is written: `mantissa · 10^exponent`.
#[derive(Clone, Copy)]
struct Decimal {
    mantissa: u128,
    exponent: i32,
}

/// Whether `n` divides by `step` without a rest, both read as the shortest decimals that stand for them.
pub(super) fn is_multiple(n: Num, step: Num) -> bool {
    let (Some(n), Some(step)) = (decimal(n), decimal(step)) else { return false };
    if step.mantissa == 0 {
        return false;
    }
    let mut rest = n.mantissa;
    let places = n.exponent - step.exponent;
    for _ in 0..places {
        // The rest stays below the step, so this overflows for steps of 38 digits alone, which no double and no 64-bit integer is.
        match (rest % step.mantissa).checked_mul(10) {
            Some(next) => rest = next,
            None => return false,
        }
    }
    for _ in places..0 {
        if rest % 10 != 0 {
            return false;
        }
        rest /= 10;
    }
    rest % step.mantissa == 0
}

/// The sign does not matter here.
fn decimal(n: Num) -> Option<Decimal> {
    match n {
        Num::Int(n) => Some(Decimal { mantissa: n.unsigned_abs(), exponent: 0 }),
        Num::Float(n) if n.is_finite() => {
            let text = format!("{:e}", n.abs());
            let (digits, exponent) = text.split_once('e')?;
            let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
            let mantissa = format!("{whole}{fraction}").parse().ok()?;
            Some(Decimal { mantissa, exponent: exponent.parse::<i32>().ok()? - fraction.len() as i32 })
        }
        Num::Float(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::is_multiple;
    use crate::schema::rule::Num;

    #[test]
    fn decimals_divide_as_they_are_written() {
        let yes = [
            (0.3, 0.1),
            (4.35, 0.01),
            (0.0075, 0.0001),
            (1.1, 1.1),
            (-0.3, 0.1),
            (1e300, 0.5),
            (12_391_239_123.0, 1e-8),
            (0.0, 7.0),
            (1e36, 3.2e1),
        ];
        for (n, step) in yes {
            assert!(is_multiple(Num::normal(n), Num::normal(step)), "{n} / {step}");
        }
        let no = [
            (0.35, 0.1),
            (0.007_51, 0.0001),
            (1.0, 0.3),
            (1e308, 0.123_456_789),
            (5.0, 0.0),
            (0.1, 3.0),
            (1e-300, 2.0),
        ];
        for (n, step) in no {
            assert!(!is_multiple(Num::normal(n), Num::normal(step)), "{n} / {step}");
        }
    }
}
