//! One pass over pieces of any size gives what a plain look at the whole text gives.

use super::*;

const WIDE: Limits = Limits { lines: 2_000, characters: 2_000, bytes: 51_200 };

fn window_in_pieces(bytes: &[u8], piece: usize, offset: u64, limits: Limits) -> Result<Window, NotText> {
    let mut scan = Scan::new(offset, limits);
    for piece in bytes.chunks(piece) {
        scan.push(piece)?;
    }
    scan.finish()
}

fn window(bytes: &[u8], offset: u64, limits: Limits) -> Window {
    window_in_pieces(bytes, usize::MAX, offset, limits).expect("text")
}

fn texts(window: &Window) -> Vec<&str> {
    window.lines.iter().map(|line| line.text.as_str()).collect()
}

/// The lines of a text, said in the plainest way.
fn plain_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.last() == Some(&"") {
        lines.pop();
    }
    lines.into_iter().map(|line| line.strip_suffix('\r').unwrap_or(line)).collect()
}

// contract: T3
// field: F028
#[test]
fn any_window_over_any_pieces_is_a_part_of_the_whole() {
    let samples = [
        "",
        "\n",
        "\r\n",
        "a",
        "a\n",
        "a\r\nb\r\n",
        "p\nq\nr",
        "\n\n\nx\n\n",
        "a\n\x0cb\nc NEEDLE\n",
        "é→😀\r\n日本\n\rz\r",
    ];
    for text in samples {
        let whole = plain_lines(text);
        for piece in 1..=text.len().max(1) {
            for offset in 1..=whole.len() as u64 + 1 {
                for count in 1..=whole.len() as u64 + 1 {
                    let limits = Limits { lines: count, ..WIDE };
                    let found = window_in_pieces(text.as_bytes(), piece, offset, limits).expect("text");
                    let wanted: Vec<_> = whole.iter().copied().skip(offset as usize - 1).take(count as usize).collect();
                    assert_eq!(texts(&found), wanted, "{text:?} from {offset}, {count} lines, in pieces of {piece}");
                    assert_eq!(found.total, whole.len() as u64, "{text:?}");
                    assert!(
                        found.lines.iter().zip(offset..).all(|(line, number)| line.number == number && line.cut == 0)
                    );
                }
            }
        }
    }
}

// field: F028
#[test]
fn only_newlines_end_lines() {
    let found = window(b"one\ntwo\rstill two\nthree X\n", 1, WIDE);
    assert_eq!((texts(&found), found.total), (vec!["one", "two\rstill two", "three X"], 3));
    let found = window("u\u{2028}v\nw Y\n".as_bytes(), 1, WIDE);
    assert_eq!((texts(&found), found.total), (vec!["u\u{2028}v", "w Y"], 2));
    let found = window("a\u{85}b\x0bc\n".as_bytes(), 1, WIDE);
    assert_eq!(found.total, 1);
}

// field: F026
#[test]
fn the_missing_newline_at_the_end_is_seen() {
    assert!(!window(b"p\nq\nr", 3, WIDE).final_newline);
    assert!(window(b"p\nq\nr\n", 3, WIDE).final_newline);
    assert!(window(b"", 1, WIDE).final_newline);
}

// field: F029
#[test]
fn a_long_line_is_cut_between_characters() {
    let long = "é".repeat(3_000);
    for piece in [1, 7, 4_096, usize::MAX] {
        let found = window_in_pieces(format!("{long}\r\nnext").as_bytes(), piece, 1, WIDE).expect("text");
        assert_eq!(found.lines[0].text, "é".repeat(2_000));
        assert_eq!(found.lines[0].cut, 2_000);
        assert_eq!(found.lines[1], Line { number: 2, text: "next".to_owned(), cut: 0 });
    }
}

#[test]
fn a_line_of_exactly_the_cap_is_whole() {
    for (character, end) in [("x", ""), ("x", "\r\n"), ("😀", "\n"), ("😀", "\r\n")] {
        let found = window(format!("{}{end}", character.repeat(2_000)).as_bytes(), 1, WIDE);
        assert_eq!((found.lines[0].text.chars().count(), found.lines[0].cut), (2_000, 0), "{character} {end:?}");
    }
}

// contract: T3
#[test]
fn one_giant_line_keeps_bounded_memory() {
    let mut scan = Scan::new(1, WIDE);
    let piece = vec![b'x'; 1 << 16];
    for _ in 0..800 {
        scan.push(&piece).expect("text");
    }
    assert!(scan.lines.kept.capacity() <= 4 * WIDE.line_bytes());
    let found = scan.finish().expect("text");
    assert_eq!(found.lines[0].cut, (800 << 16) - 2_000);
    assert_eq!(found.total, 1);
}

#[test]
fn the_byte_cap_ends_the_window_and_not_the_count() {
    let limits = Limits { bytes: 11, ..WIDE };
    let found = window(b"aaaaa\nbbbbb\nc\nd\n", 1, limits);
    assert_eq!((texts(&found), found.total), (vec!["aaaaa", "bbbbb"], 4));
    let found = window(b"aaaaa\nbbbbbb\nc\nd\n", 1, limits);
    assert_eq!(
        (texts(&found), found.total),
        (vec!["aaaaa"], 4),
        "a shorter line behind the one too many must not follow"
    );
    let found = window(b"a line longer than all\nb\n", 1, limits);
    assert_eq!(texts(&found), ["a line longer than all"], "otherwise a caller could never get past it");
}

#[test]
fn an_offset_past_the_end_finds_nothing_and_counts_all() {
    for offset in [4, 1_200, u64::MAX] {
        let found = window(b"1\n2\n3\n", offset, WIDE);
        assert_eq!((found.lines.len(), found.total), (0, 3));
    }
}

#[test]
fn broken_bytes_are_replaced_and_told_where_they_are_shown() {
    let text = b"x = 1\n# caf\xe9\n\xf0\x9f\x98\nend\n";
    let found = window(text, 1, WIDE);
    assert_eq!(texts(&found), ["x = 1", "# caf\u{fffd}", "\u{fffd}", "end"]);
    assert!(found.replaced);
    assert!(!window(text, 4, WIDE).replaced);
    assert!(!window("a real \u{fffd}\n".as_bytes(), 1, WIDE).replaced);
}

#[test]
fn broken_bytes_count_as_characters_of_a_long_line() {
    let found = window(&[0xe9; 3_000], 1, WIDE);
    assert_eq!(found.lines[0].text.chars().count(), 2_000);
    assert_eq!(found.lines[0].cut, 1_000);
}

// field: F031
#[test]
fn marked_encodings_are_read() {
    let le: Vec<u8> = [0xff, 0xfe].into_iter().chain("// hi\r\n😀".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let be: Vec<u8> = [0xfe, 0xff].into_iter().chain("// hi\r\n😀".encode_utf16().flat_map(u16::to_be_bytes)).collect();
    for (bytes, encoding) in [(&le, Encoding::Utf16Le), (&be, Encoding::Utf16Be)] {
        for piece in 1..=bytes.len() {
            let found = window_in_pieces(bytes, piece, 1, WIDE).expect("text");
            assert_eq!(texts(&found), ["// hi", "😀"]);
            assert_eq!((found.encoding, found.total, found.replaced, found.final_newline), (encoding, 2, false, false));
        }
    }
    let found = window(b"\xef\xbb\xbfkey: 1\n", 1, WIDE);
    assert_eq!((texts(&found), found.encoding), (vec!["key: 1"], Encoding::Utf8));
    assert_eq!(window(b"\xef\xbb\xbf", 1, WIDE).total, 0);
}

#[test]
fn marked_pairs_longer_than_the_head_go_on_behind_it() {
    let text = "0123456789 Straße\n".repeat(1_000);
    let bytes: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).chain([b'a']).collect();
    let found = window_in_pieces(&bytes, 1_001, 999, WIDE).expect("text");
    assert_eq!(texts(&found), ["0123456789 Straße", "0123456789 Straße", "\u{fffd}"]);
    assert!(found.replaced);
}

#[test]
fn a_nul_decides_near_the_start_only() {
    let mut bytes = vec![b'a'; 9_001];
    bytes[9_000] = 0;
    assert_eq!(window(&bytes, 1, WIDE).total, 1);
    bytes[8_191] = 0;
    for piece in [1, 100, 8_192, usize::MAX] {
        let found = window_in_pieces(&bytes, piece, 1, WIDE);
        assert_eq!(found, Err(NotText::Binary { nul: 8_191 }), "in pieces of {piece}");
    }
}
