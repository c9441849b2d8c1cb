//! `uri`: the grammar of RFC 3986, section 3, with a scheme.

use std::net::Ipv6Addr;

pub(super) fn is_uri(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(colon) = bytes.iter().position(|b| *b == b':') else { return false };
    if !is_scheme(&bytes[..colon]) {
        return false;
    }
    let rest = &bytes[colon + 1..];
    let (rest, fragment) = split_at(rest, b'#');
    let (rest, query) = split_at(rest, b'?');
    let (authority, path) = match rest.strip_prefix(b"//") {
        None => (None, rest),
        Some(rest) => {
            let end = rest.iter().position(|b| *b == b'/').unwrap_or(rest.len());
            (Some(&rest[..end]), &rest[end..])
        }
    };
    authority.is_none_or(is_authority)
        && all(path, |b| is_path_character(b) || b == b'/')
        && [query, fragment]
            .into_iter()
            .flatten()
            .all(|part| all(part, |b| is_path_character(b) || matches!(b, b'/' | b'?')))
}

/// The part before the first `mark`, and the part behind it when there is one.
fn split_at(bytes: &[u8], mark: u8) -> (&[u8], Option<&[u8]>) {
    match bytes.iter().position(|b| *b == mark) {
        None => (bytes, None),
        Some(at) => (&bytes[..at], Some(&bytes[at + 1..])),
    }
}

fn is_scheme(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// `[user@]host[:port]`
fn is_authority(bytes: &[u8]) -> bool {
    let (user, place) = match bytes.iter().position(|b| *b == b'@') {
        None => (None, bytes),
        Some(at) => (Some(&bytes[..at]), &bytes[at + 1..]),
    };
    if user.is_some_and(|user| !all(user, |b| is_name_character(b) || b == b':')) {
        return false;
    }
    match place.strip_prefix(b"[") {
        None => {
            let (host, port) = split_at(place, b':');
            all(host, is_name_character) && port.is_none_or(is_port)
        }
        Some(rest) => match split_at(rest, b']') {
            (address, Some([])) => is_bracketed(address),
            (address, Some([b':', port @ ..])) => is_bracketed(address) && is_port(port),
            _ => false,
        },
    }
}

fn is_port(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_digit)
}

/// What may stand in brackets: an IPv6 address, or the form that the standard keeps for later ones.
fn is_bracketed(bytes: &[u8]) -> bool {
    if let [b'v' | b'V', rest @ ..] = bytes {
        let (version, Some(address)) = split_at(rest, b'.') else { return false };
        return !version.is_empty()
            && version.iter().all(u8::is_ascii_hexdigit)
            && !address.is_empty()
            && address.iter().all(|b| is_name_character(*b) || *b == b':');
    }
    std::str::from_utf8(bytes).is_ok_and(|text| text.parse::<Ipv6Addr>().is_ok())
}

/// Whether every byte is one that `plain` admits or belongs to a percent-encoding.
fn all(bytes: &[u8], plain: impl Fn(u8) -> bool) -> bool {
    let mut rest = bytes;
    while let Some((first, tail)) = rest.split_first() {
        rest = match tail {
            [a, b, tail @ ..] if *first == b'%' && a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => tail,
            _ if plain(*first) => tail,
            _ => return false,
        };
    }
    true
}

/// `unreserved` and `sub-delims`
fn is_name_character(b: u8) -> bool {
    b.is_ascii_alphanumeric()
        || matches!(
            b,
            b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'='
        )
}

/// `pchar`
fn is_path_character(b: u8) -> bool {
    is_name_character(b) || matches!(b, b':' | b'@')
}
