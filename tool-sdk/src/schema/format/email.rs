//! `email`: the mailbox of RFC 5321, section 4.1.2, in ASCII.

use std::net::{Ipv4Addr, Ipv6Addr};

/// RFC 5321, section 4.5.3.1.1
const LONGEST_LOCAL: usize = 64;
/// RFC 1035, section 2.3.4, without the length bytes of the wire.
const LONGEST_HOST: usize = 253;
const LONGEST_LABEL: usize = 63;

pub(super) fn is_mailbox(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    is_local(local.as_bytes()) && is_domain(domain)
}

fn is_local(bytes: &[u8]) -> bool {
    if bytes.len() > LONGEST_LOCAL {
        return false;
    }
    match bytes {
        [b'"', inner @ .., b'"'] => is_quoted(inner),
        _ => bytes.split(|b| *b == b'.').all(|atom| !atom.is_empty() && atom.iter().all(|b| is_atom_character(*b))),
    }
}

/// The inside of a quoted name: printable characters, blanks, and pairs of a backslash and a printable character.
fn is_quoted(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((first, tail)) = rest.split_first() {
        rest = match (first, tail) {
            (b'\\', [0x21..=0x7e, tail @ ..]) => tail,
            (b' ' | b'\t' | 0x21 | 0x23..=0x5b | 0x5d..=0x7e, _) => tail,
            _ => return false,
        };
    }
    true
}

fn is_atom_character(b: u8) -> bool {
    b.is_ascii_alphanumeric()
        || matches!(b, b'!' | b'#' | b'$' | b'%' | b'&' | b'\'' | b'*' | b'+' | b'-' | b'/' | b'=' | b'?')
        || matches!(b, b'^' | b'_' | b'`' | b'{' | b'|' | b'}' | b'~')
}

fn is_domain(domain: &str) -> bool {
    match domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        None => domain.len() <= LONGEST_HOST && domain.as_bytes().split(|b| *b == b'.').all(is_label),
        Some(literal) => match literal.split_at_checked(5) {
            Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => address.parse::<Ipv6Addr>().is_ok(),
            _ => literal.parse::<Ipv4Addr>().is_ok(),
        },
    }
}

/// A label of a host name. Hyphens in the third and fourth place are kept for encoded labels (RFC 5891, section 4.2.3.1).
fn is_label(bytes: &[u8]) -> bool {
    let edges = |b: &u8| *b != b'-';
    bytes.len() <= LONGEST_LABEL
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
        && bytes.first().is_some_and(edges)
        && bytes.last().is_some_and(edges)
        && (bytes.get(2..4) != Some(b"--") || bytes.starts_with(b"xn"))
}
