//! [`ToolValue`] for types of other crates, each behind a feature of its crate's name (decision D3, contract S14).
//!
//! Each is a string with a standard `format`. The format is checked first, so the other spellings that some parsers take (a UUID
//! in braces, a date with a space) are refused as the schema says. Written values are checked against it too: a year of five
//! digits is no RFC 3339 text.
//!
//! | type | `format` | written as |
//! | --- | --- | --- |
//! | `url::Url` | `uri` | `Url::as_str`; what the URL standard refuses beyond RFC 3986 (a port above 65535) is refused too |
//! | `uuid::Uuid` | `uuid` | hyphenated, lower case |
//! | `chrono::DateTime<Utc>`, `chrono::DateTime<FixedOffset>` | `date-time` | RFC 3339 |
//! | `chrono::NaiveDate` | `date` | `2024-05-01` |
//! | `jiff::Timestamp` | `date-time` | RFC 3339 in UTC |
//! | `jiff::civil::Date` | `date` | `2024-05-01` |

#[cfg(any(feature = "url", feature = "uuid", feature = "chrono", feature = "jiff"))]
macro_rules! texts {
    ($($type:ty: $format:ident, |$text:ident| $parse:expr, |$value:ident| $write:expr;)*) => { $(
        impl super::ToolValue for $type {
            const KINDS: u8 = super::shape::kinds::STRING;

            fn node() -> &'static super::table::Node {
                const { &super::table::Node::String(&[super::Rule::Format(super::Format::$format)]) }
            }

            fn decode(reader: &mut crate::json::Reader<'_>) -> Result<Self, crate::json::Fail> {
                let text = reader.string()?;
                if !super::Format::$format.matches(&text) {
                    return Err(crate::json::Fail);
                }
                let $text: &str = &text;
                $parse.ok_or(crate::json::Fail)
            }

            fn encode(&self, out: &mut crate::json::Encoder) {
                let $value = self;
                out.string(&$write);
            }

            fn check(&self, at: &super::Path<'_>, out: &mut super::Violations) {
                let $value = self;
                let text = $write;
                if !super::Format::$format.matches(&text) {
                    let found = super::violation::found_text(&text);
                    out.push(super::Violation::expected(at.to_string(), super::Format::$format.name(), found));
                }
            }
        }
    )* };
}

#[cfg(feature = "url")]
texts! {
    url::Url: Uri, |text| Self::parse(text).ok(), |url| url.as_str();
}

#[cfg(feature = "uuid")]
texts! {
    uuid::Uuid: Uuid, |text| Self::try_parse(text).ok(), |uuid| uuid.to_string();
}

#[cfg(feature = "chrono")]
texts! {
    chrono::DateTime<chrono::FixedOffset>: DateTime, |text| Self::parse_from_rfc3339(text).ok(), |time| time.to_rfc3339();
    chrono::DateTime<chrono::Utc>: DateTime,
        |text| chrono::DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc()),
        |time| time.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true);
    chrono::NaiveDate: Date, |text| text.parse().ok(), |date| date.to_string();
}

#[cfg(feature = "jiff")]
texts! {
    jiff::Timestamp: DateTime, |text| to_nanoseconds(text).parse().ok(), |time| time.to_string();
    jiff::civil::Date: Date, |text| text.parse().ok(), |date| date.to_string();
}

/// RFC 3339 allows any number of decimals, jiff nine of them; what a timestamp cannot hold is cut, as its other readers do.
#[cfg(feature = "jiff")]
fn to_nanoseconds(text: &str) -> String {
    let Some((head, tail)) = text.split_once('.') else { return text.to_owned() };
    let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
    format!("{head}.{}{}", &tail[..digits.min(9)], &tail[digits..])
}

#[cfg(all(test, feature = "url", feature = "uuid", feature = "chrono", feature = "jiff"))]
mod tests {
    use crate::args::decode;
    use crate::schema::{Schema, ToolValue};

    fn round<T: ToolValue>(text: &str, written: &str) {
        let value: T = decode(&crate::json::quoted(text)).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut out = crate::json::Encoder::compact();
        value.encode(&mut out);
        assert_eq!(out.finish(), crate::json::quoted(written));
    }

    fn refused<T: ToolValue>(text: &str) {
        let error = decode::<T>(&crate::json::quoted(text)).err().unwrap_or_else(|| panic!("{text} was accepted"));
        assert!(error.to_string().contains("expected"), "{error}");
    }

    // contract: S14
    #[test]
    fn texts_of_other_crates_keep_their_format() {
        round::<url::Url>("https://example.org/a?b#c", "https://example.org/a?b#c");
        round::<uuid::Uuid>("67E55044-10B1-426F-9247-BB680E5FE0C8", "67e55044-10b1-426f-9247-bb680e5fe0c8");
        round::<chrono::DateTime<chrono::Utc>>("2024-05-01T12:00:00+02:00", "2024-05-01T10:00:00Z");
        round::<chrono::DateTime<chrono::FixedOffset>>("2024-05-01T12:00:00+02:00", "2024-05-01T12:00:00+02:00");
        round::<chrono::NaiveDate>("2024-02-29", "2024-02-29");
        round::<jiff::Timestamp>("2024-05-01T12:00:00.1234567891+02:00", "2024-05-01T10:00:00.123456789Z");
        round::<jiff::civil::Date>("2024-02-29", "2024-02-29");
    }

    // contract: S14
    #[test]
    fn other_spellings_are_refused() {
        refused::<url::Url>("example.org");
        refused::<uuid::Uuid>("67e5504410b1426f9247bb680e5fe0c8");
        refused::<uuid::Uuid>("{67e55044-10b1-426f-9247-bb680e5fe0c8}");
        refused::<chrono::DateTime<chrono::Utc>>("2024-05-01 12:00:00Z");
        refused::<chrono::NaiveDate>("2024-02-30");
        refused::<jiff::Timestamp>("2024-05-01T12:00");
        refused::<jiff::civil::Date>("2024-5-1");
    }

    #[test]
    fn the_schema_names_the_format() {
        assert_eq!(Schema::of::<uuid::Uuid>().to_text(), r#"{"type":"string","format":"uuid"}"#);
    }
}
