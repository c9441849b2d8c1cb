//! The formats against the `jsonschema` crate with formats asserted: the schema that we show and the test that we make are one rule.

mod support;

use jsonschema::Validator;
use serde_json::{Value, json};
use support::Dice;
use tool_sdk::schema::Format;

fn judge(format: Format) -> Validator {
    let schema = json!({"type": "string", "format": format.keyword()});
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema")
}

/// Texts that have the format, or nearly; every one of them is also the seed of what [`near`] makes.
fn seeds(format: Format) -> &'static [&'static str] {
    match format {
        Format::DateTime => &[
            "2024-05-01T12:00:00Z",
            "2024-02-29t23:59:60z",
            "2023-02-29T00:00:00Z",
            "1990-12-31T15:59:60-08:00",
            "1990-12-31T15:59:60+08:00",
            "2024-05-01T12:00:00.123456789+05:30",
            "2024-05-01 12:00:00Z",
            "2024-05-01T24:00:00Z",
            "2024-05-01T12:00:00",
            "2024-05-01T12:00:00+24:00",
            "1998-12-31T23:58:60Z",
            "2016-12-31T22:59:60-01:00",
            "2016-12-31T00:29:60+00:30",
            "2016-12-31T23:59:60.5Z",
            "0000-01-01T00:00:00-00:00",
            "2024-05-01T12:00:00.Z",
            "2024-05-01T1２:00:00Z",
            "T",
            "",
            "2024-05-01T12:00:00Z ",
        ],
        Format::Date => &[
            "2024-05-01",
            "2024-02-29",
            "1900-02-29",
            "2000-02-29",
            "2024-04-31",
            "2024-13-01",
            "2024-00-10",
            "2024-1-01",
            "",
            "２024-05-01",
        ],
        Format::Uri => &[
            "https://example.com/a?b=c#d",
            "mailto:ann@example.com",
            "urn:isbn:0451450523",
            "http://[2001:db8::7]/c=GB?x#y",
            "http://[v7.a:b]:80/",
            "http://a@b@c/",
            "http://user:pass@host:8080/%7e",
            "http://host:port/",
            "http://h:1:2/",
            "//example.com/",
            "/path",
            "a:",
            ":a",
            "1a:b",
            "a b:c",
            "http://exa mple.com",
            "http://example.com/\u{e9}",
            "http://[::1",
            "http://::1]/",
            "http://[::1]x/",
            "http://[::g]/",
            "x:%2",
            "x:%zz",
            "x:?#",
            "x:##",
            "x://?q",
            "x:///p",
            "file:///c:/x",
            "a+b-c.d:e",
            "http://[1:2:3:4:5:6:7::]/",
            "http://[::ffff:1.2.3.4]/",
            "http://[fe80::1%25eth0]/",
            "http://[v.x]/",
            "",
        ],
        Format::Uuid => &[
            "67e55044-10b1-426f-9247-bb680e5fe0c8",
            "67E55044-10B1-426F-9247-BB680E5FE0C8",
            "67e5504410b1426f9247bb680e5fe0c8",
            "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
            "urn:uuid:67e55044-10b1-426f-9247-bb680e5fe0c8",
            "67e55044-10b1-426f-9247-bb680e5fe0cg",
            "",
        ],
        Format::Email => &[
            "ann@example.com",
            "a.b+c@x",
            "\"a b\"@example.com",
            "\"a\\\"b\"@example.com",
            "\"\"@example.com",
            "a..b@example.com",
            ".a@example.com",
            "a@[127.0.0.1]",
            "a@[IPv6:::1]",
            "a@[ipv6:2001:db8::1]",
            "a@[IPv6:x]",
            "a@[1.2.3]",
            "a@-x.com",
            "a@x-.com",
            "a@x..com",
            "a@x.com.",
            "a@ab--c.com",
            "a b@x.com",
            "a@b@c",
            "@x",
            "a@",
            "\u{e9}@x.com",
            "a@\u{e9}.com",
            "!#$%&'*+-/=?^_`{|}~@x.com",
            "\"a@b\"@x.com",
            "\"@x.com",
            "\"\"\"@x.com",
            "",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@x.com",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@x.com",
            "a@aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com",
            "a@aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com",
        ],
        Format::Ipv4 => {
            &["192.0.2.1", "0.0.0.0", "256.0.0.1", "01.2.3.4", "1.2.3", "1.2.3.4.5", "1.2.3.4 ", "", "0x7f.0.0.1"]
        }
        Format::Ipv6 => &[
            "2001:db8::1",
            "::",
            "::1",
            "1:2:3:4:5:6:7:8",
            "1:2:3:4:5:6:7::",
            "1::2::3",
            "::ffff:1.2.3.4",
            "fe80::1%eth0",
            "12345::",
            ":1",
            "",
        ],
        _ => &[],
    }
}

/// Places where the two differ, each with the reason.
fn differs(format: Format, text: &str) -> bool {
    match format {
        // RFC 5321 knows no display names; the other side takes a whole mailbox with its name (RFC 5322) for an address.
        Format::Email if text.contains(" <") => true,
        // Labels that begin with `xn--` encode Unicode. The other side decodes them and asks the tables of Unicode whether the result is a
        // host name (RFC 5891); we take the label as the ASCII that it is.
        Format::Email => {
            text.rsplit('@').next().is_some_and(|host| host.split('.').any(|label| label.starts_with("xn--")))
        }
        _ => false,
    }
}

/// The seed with a few characters changed, taken out, put in or doubled.
fn near(seed: &str, dice: &mut Dice) -> String {
    const SPICE: &[char] = &[
        '0', '1', '2', '3', '5', '6', '9', 'a', 'f', 'g', 'z', 'T', 'Z', '-', '+', ':', '.', '/', '?', '#', '[', ']',
        '@', '%', '"', '\\', ' ', '<', '>', '_', '{', '\u{e9}', '\t', '\0', '\u{7f}',
    ];
    let mut text: Vec<char> = seed.chars().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(text.len() + 1);
        let spice = SPICE[dice.below(SPICE.len())];
        match dice.below(4) {
            0 if at < text.len() => text[at] = spice,
            1 if at < text.len() => drop(text.remove(at)),
            2 if at < text.len() => text.insert(at, text[at]),
            _ => text.insert(at, spice),
        }
    }
    text.into_iter().collect()
}

// contract: S1, S7
#[test]
fn the_formats_are_those_of_an_independent_validator() {
    let mut dice = Dice(7);
    let mut wrong = Vec::new();
    for format in Format::ALL {
        let judge = judge(format);
        let mut accepted = 0;
        for seed in seeds(format) {
            let texts = std::iter::once((*seed).to_owned()).chain((0..2_000).map(|_| near(seed, &mut dice)));
            for text in texts.collect::<Vec<_>>() {
                let ours = format.matches(&text);
                accepted += usize::from(ours);
                if ours != judge.is_valid(&Value::from(text.as_str())) && !differs(format, &text) {
                    wrong.push(format!("{}: {text:?} is {ours} for us", format.keyword()));
                }
            }
        }
        assert!(accepted > 100, "{}: only {accepted} texts have the format, so little was compared", format.keyword());
    }
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// contract: S7
#[test]
fn each_known_difference_is_one() {
    let email = judge(Format::Email);
    for (text, ours) in [("Ann <ann@example.com>", false), ("ann@xn--99999999.com", true)] {
        assert_eq!((Format::Email.matches(text), email.is_valid(&json!(text))), (ours, !ours), "{text}");
    }
}

// contract: S7, S12
#[test]
fn keywords_name_one_format_each() {
    for format in Format::ALL {
        assert_eq!(Format::parse(format.keyword()), Some(format));
        let example = format.name().rsplit(' ').next().unwrap_or_default();
        assert!(format.matches(example), "{}: {example}", format.keyword());
    }
    assert_eq!(Format::parse("uint32"), None);
}

// contract: S7
#[test]
fn a_long_text_costs_one_scan() {
    let long = "a".repeat(1 << 20);
    let texts = [
        format!("x:{long}"),
        format!("http://{long}"),
        format!("{long}@{long}"),
        format!("\"{long}\"@x"),
        "[".repeat(1 << 20),
        "1:".repeat(1 << 20),
    ];
    for format in Format::ALL {
        for text in &texts {
            format.matches(text);
        }
    }
    assert!(Format::Uri.matches(&texts[0]));
}
