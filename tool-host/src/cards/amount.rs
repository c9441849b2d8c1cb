//! Numbers and times in words.

/// `1,204 matches`, `1 match`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// `1,204`
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `12 ms`, `1.2 s`, `2 min 5 s`
pub(super) fn duration(ms: u64) -> String {
    match ms {
        0..1_000 => format!("{ms} ms"),
        1_000..60_000 => format!("{}.{} s", ms / 1_000, ms % 1_000 / 100),
        _ => format!("{} min {} s", grouped(ms / 60_000), ms % 60_000 / 1_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_read_well() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0, 999, 1_000, 59_999, 125_000].map(duration), ["0 ms", "999 ms", "1.0 s", "59.9 s", "2 min 5 s"]);
        assert_eq!((count(1, "line", "lines"), count(0, "line", "lines")), ("1 line".to_owned(), "0 lines".to_owned()));
        assert!(duration(u64::MAX).ends_with(" s"));
    }
}
