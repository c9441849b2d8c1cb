//! Numbers: integers digit by digit, decimals as the nearest double (contract J2, decision D35).

/// A number that was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Written without fraction and exponent, or equal to an integer beyond 2^53 that a double would round.
    Integer(i128),
    /// Any other; finite, and never negative zero.
    Decimal(f64),
}

impl Number {
    /// The integer that the number is equal to.
    pub fn as_integer(self) -> Option<i128> {
        match self {
            Self::Integer(n) => Some(n),
            // Beyond this no integer type of ours holds the value anyway.
            Self::Decimal(n) if n.fract() == 0.0 && n.abs() < 1e36 => Some(n as i128),
            Self::Decimal(_) => None,
        }
    }

    /// The nearest double.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Integer(n) => n as f64,
            Self::Decimal(n) => n,
        }
    }
}

/// The extent of a number in a text.
pub(crate) struct Token {
    pub(crate) len: usize,
    /// Whether it has neither fraction nor exponent.
    plain: bool,
}

/// The number that the bytes begin with, by the grammar of RFC 8259.
pub(crate) fn token(bytes: &[u8]) -> Option<Token> {
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    let whole = digits(at);
    if whole == 0 || (whole > 1 && bytes[at] == b'0') {
        return None;
    }
    at += whole;
    let mut plain = true;
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if fraction == 0 {
            return None;
        }
        at += 1 + fraction;
        plain = false;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        if exponent == 0 {
            return None;
        }
        at += 1 + sign + exponent;
        plain = false;
    }
    Some(Token { len: at, plain })
}

/// The value of a token; nothing when it is beyond `i64` and `u64`, or beyond every double.
pub(crate) fn parse(text: &str, token: &Token) -> Option<Number> {
    if token.plain {
        let value: i128 = text.parse().ok()?;
        return (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value).then_some(Number::Integer(value));
    }
    let value: f64 = text.parse().ok()?;
    if !value.is_finite() {
        return None;
    }
    if value.abs() >= 9_007_199_254_740_992.0
        && let Some(exact) = exact_integer(text).filter(|exact| value as i128 != *exact)
    {
        return Some(Number::Integer(exact));
    }
    // Adding zero turns negative zero into zero and changes nothing else (contract J3).
    Some(Number::Decimal(value + 0.0))
}

/// The integer that a decimal such as `9007199254740993.0` is exactly equal to, if 64 bits hold it.
fn exact_integer(text: &str) -> Option<i128> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let shift = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
    if !(0..=20).contains(&shift) {
        return None;
    }
    let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
    let value = digits.checked_mul(10_i128.checked_pow(u32::try_from(shift).ok()?)?)?;
    (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::{Number, parse, token};

    fn read(text: &str) -> Option<Number> {
        let token = token(text.as_bytes())?;
        (token.len == text.len()).then(|| parse(text, &token))?
    }

    // contract: J2
    #[test]
    fn integers_keep_every_digit() {
        for text in ["0", "9007199254740993", "1234567890123456789", "18446744073709551615", "-9223372036854775808"] {
            assert_eq!(read(text), Some(Number::Integer(text.parse().unwrap())), "{text}");
        }
        assert_eq!(read("18446744073709551616"), None);
        assert_eq!(read("-9223372036854775809"), None);
        assert_eq!(read("9007199254740993.0"), Some(Number::Integer(9_007_199_254_740_993)));
        assert_eq!(read("9007199254740993e0"), Some(Number::Integer(9_007_199_254_740_993)));
    }

    // contract: J2, J3
    #[test]
    fn a_whole_decimal_is_an_integer() {
        assert_eq!(read("5.0").unwrap().as_integer(), Some(5));
        assert_eq!(read("5e2").unwrap().as_integer(), Some(500));
        assert_eq!(read("5.5").unwrap().as_integer(), None);
        assert_eq!(read("-0").unwrap().as_integer(), Some(0));
        assert!(read("-0.0").unwrap().as_f64().is_sign_positive());
    }

    #[test]
    fn what_the_grammar_refuses() {
        for text in ["01", "-", "1.", ".5", "1e", "1e+", "+1", "0x1", "1_000", "NaN", "Infinity", "1e999", "-1e999"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
