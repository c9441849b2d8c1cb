//! What no terminal and no page may be given raw: control characters, which move the cursor or start an escape sequence, and marks
//! that nobody sees but that change the order or the meaning of what is seen.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Characters without a look of their own. Joiners (U+200C, U+200D) are not among them: scripts and emoji need them, and they
/// change nothing else.
const INVISIBLE: &[RangeInclusive<char>] = &[
    '\u{7f}'..='\u{9f}',
    '\u{61c}'..='\u{61c}',
    '\u{180e}'..='\u{180e}',
    '\u{200b}'..='\u{200b}',
    '\u{200e}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{feff}'..='\u{feff}',
    '\u{fff9}'..='\u{fffb}',
    '\u{e0000}'..='\u{e00ff}',
];

fn is_plain(c: char) -> bool {
    c >= ' ' && !INVISIBLE.iter().any(|range| range.contains(&c))
}

/// One line of text, or several, with everything made visible: `ESC` is `␛`, a mark that turns text around is `<U+202E>`. Line
/// ends stay; a tabulator is four spaces.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| c == '\n' || is_plain(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\n' => out.push('\n'),
            '\t' => out.push_str("    "),
            '\r' if rest.peek() == Some(&'\n') => {}
            '\0'..' ' => out.push(picture(c)),
            c if is_plain(c) => out.push(c),
            c => out.push_str(&format!("<U+{:04X}>", u32::from(c))),
        }
    }
    Cow::Owned(out)
}

/// The picture of a control character: Unicode has one for each, in their order.
fn picture(c: char) -> char {
    char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}')
}

/// What a command wrote, without the sequences that only choose colours. Every other sequence is left, for [`visible`] to show.
pub(super) fn without_colours(text: &str) -> Cow<'_, str> {
    if !text.contains("\u{1b}[") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        let (before, sequence) = rest.split_at(at);
        out.push_str(before);
        let end = sequence[2..].find(|c: char| !c.is_ascii_digit() && !matches!(c, ';' | ':')).map(|end| end + 2);
        let skipped = match end {
            Some(end) if sequence[end..].starts_with('m') => end + 1,
            _ => {
                out.push_str(&sequence[..2]);
                2
            }
        };
        rest = &sequence[skipped..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_moves_a_cursor_or_turns_text_comes_through() {
        let evil =
            "\u{1b}]0;title\u{7}\u{1b}[2J\r\u{8}\u{9b}31m\u{202e}txt.exe\u{2066}\u{200f}\u{feff}\u{e0041}\u{7f}\u{0}";
        let shown = visible(evil);
        assert_eq!(shown, "␛]0;title␇␛[2J␍␈<U+009B>31m<U+202E>txt.exe<U+2066><U+200F><U+FEFF><U+E0041><U+007F>␀");
        assert!(shown.chars().all(is_plain));
    }

    #[test]
    fn what_people_write_stays() {
        for text in ["", "plain\nlines", "häßlich 日本語 👩‍👩‍👧 می‌خواهم עברית"] {
            assert_eq!(visible(text), text);
        }
        assert_eq!(visible("a\tb\r\nc"), "a    b\nc");
    }

    #[test]
    fn colours_of_a_command_are_left_out_and_nothing_else_is() {
        assert_eq!(without_colours("\u{1b}[1;31mred\u{1b}[0m \u{1b}[38:5:1mx\u{1b}[m"), "red x");
        assert_eq!(without_colours("\u{1b}[2Jx\u{1b}[31"), "\u{1b}[2Jx\u{1b}[31");
        assert_eq!(without_colours("no"), "no");
    }

    #[test]
    fn every_character_is_either_plain_or_made_so() {
        for c in '\0'..=char::MAX {
            let shown = visible(c.encode_utf8(&mut [0; 4])).into_owned();
            assert!(c == '\n' || shown.chars().all(is_plain), "{c:?}");
            assert!(!shown.contains(char::is_control) || c == '\n', "{c:?}");
        }
    }
}
