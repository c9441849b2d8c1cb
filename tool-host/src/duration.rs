//! Durations on the command line, written as in `#[tool(timeout = "1m30s")]`.

use std::time::Duration;

/// Reads `30s`, `500ms`, `1m30s` or `2h`: the units `h`, `m`, `s` and `ms`, each at most once and the longer ones first.
///
/// # Errors
/// What is not written so, zero, and what no clock counts; the text says what to write.
pub(crate) fn parse(text: &str) -> Result<Duration, &'static str> {
    match milliseconds(text) {
        Some(0) => Err("zero leaves no time at all: write a duration above zero, like `30s`"),
        Some(ms) => Ok(Duration::from_millis(ms)),
        None => Err("write a duration like `30s`, `500ms` or `1m30s`"),
    }
}

fn milliseconds(text: &str) -> Option<u64> {
    const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];
    let mut units = UNITS.iter();
    let mut rest = text;
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let (number, tail) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
        let (unit, tail) = tail.split_at(tail.find(|c: char| c.is_ascii_digit()).unwrap_or(tail.len()));
        // What the search passes by may not follow any more.
        let (_, worth) = units.find(|(name, _)| *name == unit)?;
        total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(*worth)?)?;
        rest = tail;
    }
    (!text.is_empty()).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::{Duration, parse};

    #[test]
    fn what_a_tool_may_declare_may_be_typed() {
        for (text, ms) in [("500ms", 500), ("30s", 30_000), ("1m30s", 90_000), ("2h1ms", 7_200_001), ("0s1ms", 1)] {
            assert_eq!(parse(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        let wrong =
            ["", "soon", "30", "30 s", "1s1m", "1s1s", "-1s", "+1s", "1.5s", "s", "٣s", "1é", "99999999999999999999h"];
        for text in wrong {
            assert!(parse(text).unwrap_err().contains("`1m30s`"), "{text}");
        }
        for text in ["0s", "0h0ms"] {
            assert!(parse(text).unwrap_err().contains("zero"), "{text}");
        }
    }
}
