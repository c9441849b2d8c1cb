//! Lines, contexts and cuts of one content.

use std::io::Cursor;
use std::time::SystemTime;

use super::*;
use crate::args::GrepArgs;
use crate::provider::{Stat, Version};

fn look(args: &GrepArgs, bytes: &[u8]) -> Looked {
    let query = Query::new(args).expect("a pattern");
    let stat = Stat::file(bytes.len() as u64, Version::new([0; 5]), SystemTime::UNIX_EPOCH);
    let stop = Stop::default();
    Seeker::new(&query, &stop).look(OpenFile { stat, content: Box::new(Cursor::new(bytes.to_vec())) })
}

fn hits(args: &GrepArgs, bytes: &[u8]) -> Vec<Hit> {
    match look(args, bytes) {
        Looked::Hits(hits) => hits.matches,
        other => panic!("{other:?}"),
    }
}

fn lines(args: &GrepArgs, bytes: &[u8]) -> Vec<(u64, String)> {
    hits(args, bytes).into_iter().map(|hit| (hit.number, hit.line)).collect()
}

// contract: T3
#[test]
fn a_return_before_the_line_end_is_no_part_of_the_line() {
    let args = GrepArgs::new("b$");
    assert_eq!(lines(&args, b"ab\r\nb\nab"), [(1, "ab".to_owned()), (2, "b".to_owned()), (3, "ab".to_owned())]);
}

#[test]
fn the_same_is_found_in_large_files() {
    let mut text = "filler line\n".repeat(50_000);
    text.push_str("needle\r\nlast");
    assert_eq!(
        lines(&GrepArgs::new("needle|last"), text.as_bytes()),
        [(50_001, "needle".to_owned()), (50_002, "last".to_owned())]
    );
    let marked = [b"\xef\xbb\xbfneedle first\n".to_vec(), text.into_bytes()].concat();
    assert_eq!(lines(&GrepArgs::new("^needle"), &marked).len(), 2);
}

#[test]
fn each_match_has_all_the_lines_around_it() {
    let text = b"1\n2\n3 x\n4\n5 x\n6 x\n7\n8\n9\n";
    let found = hits(&GrepArgs::new("x").context(2), text);
    let told: Vec<_> = found.iter().map(|hit| (hit.number, hit.before.join(","), hit.after.join(","))).collect();
    let wanted = [(3, "1,2", "4,5 x"), (5, "3 x,4", "6 x,7"), (6, "4,5 x", "7,8")];
    assert_eq!(told, wanted.map(|(number, before, after)| (number, before.to_owned(), after.to_owned())));
}

#[test]
fn a_match_across_lines_has_the_number_of_its_first() {
    let text = b"a\nfn f(\n  x\n)\nb\n";
    let found = hits(&GrepArgs::new(r"fn f\([^)]*\)").multiline(true).context(1), text);
    assert_eq!((found[0].number, found[0].line.as_str()), (2, "fn f(\n  x\n)"));
    assert_eq!((found[0].before.join(","), found[0].after.join(",")), ("a".to_owned(), "b".to_owned()));
}

// field: F056
#[test]
fn a_long_line_is_kept_around_its_match() {
    let text = format!("{}needle{}\n", "é".repeat(300_000), "x".repeat(400_000));
    let Looked::Hits(found) = look(&GrepArgs::new("needle"), text.as_bytes()) else { panic!("text") };
    let hit = &found.matches[0];
    assert!(found.cut && hit.line.len() <= LINE_KEPT + 6 && hit.line[hit.at..].starts_with("needle"));
}

// contract: T3
#[test]
fn what_is_no_text_is_told_apart_as_for_read() {
    assert!(matches!(look(&GrepArgs::new("x"), b"x\0x"), Looked::Binary));
    assert!(matches!(look(&GrepArgs::new("h"), b"h\0i\0j\0k\0"), Looked::Binary));
    let late = [b"x\n".repeat(5_000), b"\0\nx\n".to_vec()].concat();
    assert_eq!(hits(&GrepArgs::new("x"), &late).len(), 5_001, "a NUL far from the start is no obstacle");
    let utf_16: Vec<u8> = "\u{feff}hello\r\nwörld\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(lines(&GrepArgs::new("^wör"), &utf_16), [(2, "wörld".to_owned())]);
}
