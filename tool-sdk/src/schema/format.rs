//! The formats that a string can be asked to have (contract S7), each as one linear scan without recursion.
//!
//! What they accept is what the `jsonschema` crate accepts with formats asserted; `tests/formats.rs` holds the two together and lists
//! the places where the standards would have it otherwise.

mod email;
mod uri;

use std::net::{Ipv4Addr, Ipv6Addr};

/// A format of a string.
///
/// ```
/// use tool_sdk::schema::Format;
///
/// assert!(Format::Date.matches("2024-02-29") && !Format::Date.matches("2023-02-29"));
/// assert_eq!(Format::parse("date-time"), Some(Format::DateTime));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// `date-time`: a date and a time with an offset, as in RFC 3339.
    DateTime,
    /// `date`: a full date, as in RFC 3339.
    Date,
    /// `uri`: an address with a scheme, as in RFC 3986.
    Uri,
    /// `uuid`: 32 hexadecimal digits in five groups, as in RFC 9562.
    Uuid,
    /// `email`: a mailbox, as in RFC 5321.
    Email,
    /// `ipv4`: four decimal numbers with dots.
    Ipv4,
    /// `ipv6`: an address as in RFC 4291, without a zone.
    Ipv6,
}

impl Format {
    /// Every format, in the order of the contract.
    pub const ALL: [Format; 7] =
        [Self::DateTime, Self::Date, Self::Uri, Self::Uuid, Self::Email, Self::Ipv4, Self::Ipv6];

    /// The value of the keyword `format`.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::DateTime => "date-time",
            Self::Date => "date",
            Self::Uri => "uri",
            Self::Uuid => "uuid",
            Self::Email => "email",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
        }
    }

    /// What to send, by example, to stand after an article.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DateTime => "date-time like 2024-05-01T12:00:00Z",
            Self::Date => "date like 2024-05-01",
            Self::Uri => "URI like https://example.com/page",
            Self::Uuid => "UUID like 67e55044-10b1-426f-9247-bb680e5fe0c8",
            Self::Email => "mail address like ann@example.com",
            Self::Ipv4 => "IPv4 address like 192.0.2.1",
            Self::Ipv6 => "IPv6 address like 2001:db8::1",
        }
    }

    /// The format that a keyword names.
    pub fn parse(keyword: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.keyword() == keyword)
    }

    /// Whether the text has this format.
    pub fn matches(self, text: &str) -> bool {
        match self {
            Self::DateTime => is_date_time(text),
            Self::Date => is_date(text.as_bytes()),
            Self::Uri => uri::is_uri(text),
            Self::Uuid => is_uuid(text.as_bytes()),
            Self::Email => email::is_mailbox(text),
            Self::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Self::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
        }
    }
}

/// The number that these bytes spell, when all of them are digits.
fn digits(bytes: &[u8]) -> Option<u32> {
    bytes.iter().try_fold(0u32, |n, b| b.is_ascii_digit().then(|| n * 10 + u32::from(b - b'0')))
}

fn is_date(bytes: &[u8]) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *bytes else { return false };
    let (Some(year), Some(month), Some(day)) = (digits(&[y1, y2, y3, y4]), digits(&[m1, m2]), digits(&[d1, d2])) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=last).contains(&day)
}

fn is_date_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    match bytes.get(10) {
        Some(b'T' | b't') => is_date(&bytes[..10]) && is_time(&bytes[11..]),
        _ => false,
    }
}

/// `12:00:00`, a fraction if there is one, then `Z` or an offset.
fn is_time(bytes: &[u8]) -> bool {
    let Some(([h1, h2, b':', m1, m2, b':', s1, s2], rest)) = bytes.split_first_chunk::<8>() else { return false };
    let (Some(hour), Some(minute), Some(second)) = (digits(&[*h1, *h2]), digits(&[*m1, *m2]), digits(&[*s1, *s2]))
    else {
        return false;
    };
    if hour > 23 || minute > 59 || second > 60 {
        return false;
    }
    let Some(offset) = after_fraction(rest).and_then(offset_minutes) else { return false };
    // A leap second exists only as the last one of a day in UTC (RFC 3339, section 5.7).
    let utc = (hour * 60 + minute) as i32 - offset;
    second < 60 || utc.rem_euclid(24 * 60) == 23 * 60 + 59
}

/// What follows `.123`, or everything when there is no fraction; none when the dot has no digit behind it.
fn after_fraction(bytes: &[u8]) -> Option<&[u8]> {
    let Some((b'.', rest)) = bytes.split_first() else { return Some(bytes) };
    let end = rest.iter().position(|b| !b.is_ascii_digit()).unwrap_or(rest.len());
    (end > 0).then(|| &rest[end..])
}

/// `Z`, or minutes east of UTC.
fn offset_minutes(bytes: &[u8]) -> Option<i32> {
    match *bytes {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (digits(&[h1, h2])?, digits(&[m1, m2])?);
            let east = (hours * 60 + minutes) as i32;
            (hours < 24 && minutes < 60).then_some(if sign == b'+' { east } else { -east })
        }
        _ => None,
    }
}

fn is_uuid(bytes: &[u8]) -> bool {
    bytes.len() == 36
        && bytes.iter().enumerate().all(|(i, b)| match i {
            8 | 13 | 18 | 23 => *b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}
