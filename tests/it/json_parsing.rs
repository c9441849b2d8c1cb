//! The public JSON parsing texts, judged at the reader on bytes: `y_` is accepted, `n_` refused, `i_` decided here.

use std::path::PathBuf;

use tool_sdk::json::{Limits, parse_bytes};

/// The decisions that the standard leaves to a reader: the text, whether it is accepted, and why.
const DECISIONS: &[(&str, bool, &str)] = &[
    ("i_number_huge_exp", false, NUMBER),
    ("i_number_neg_int_huge_exp", false, NUMBER),
    ("i_number_pos_double_huge_exp", false, NUMBER),
    ("i_number_real_neg_overflow", false, NUMBER),
    ("i_number_real_pos_overflow", false, NUMBER),
    ("i_number_too_big_neg_int", false, NUMBER),
    ("i_number_too_big_pos_int", false, NUMBER),
    ("i_number_very_big_negative_int", false, NUMBER),
    ("i_number_double_huge_neg_exp", true, SMALL),
    ("i_number_real_underflow", true, SMALL),
    ("i_object_key_lone_2nd_surrogate", false, HALF),
    ("i_string_1st_surrogate_but_2nd_missing", false, HALF),
    ("i_string_1st_valid_surrogate_2nd_invalid", false, HALF),
    ("i_string_incomplete_surrogate_and_escape_valid", false, HALF),
    ("i_string_incomplete_surrogate_pair", false, HALF),
    ("i_string_incomplete_surrogates_escape_valid", false, HALF),
    ("i_string_invalid_lonely_surrogate", false, HALF),
    ("i_string_invalid_surrogate", false, HALF),
    ("i_string_inverted_surrogates_U+1D11E", false, HALF),
    ("i_string_lone_second_surrogate", false, HALF),
    ("i_string_UTF-16LE_with_BOM", false, BYTES),
    ("i_string_UTF-8_invalid_sequence", false, BYTES),
    ("i_string_UTF8_surrogate_U+D800", false, BYTES),
    ("i_string_invalid_utf-8", false, BYTES),
    ("i_string_iso_latin_1", false, BYTES),
    ("i_string_lone_utf8_continuation_byte", false, BYTES),
    ("i_string_not_in_unicode_range", false, BYTES),
    ("i_string_overlong_sequence_2_bytes", false, BYTES),
    ("i_string_overlong_sequence_6_bytes", false, BYTES),
    ("i_string_overlong_sequence_6_bytes_null", false, BYTES),
    ("i_string_truncated-utf-8", false, BYTES),
    ("i_string_utf16BE_no_BOM", false, "UTF-16 reads as UTF-8 with NULs between, which no JSON has"),
    ("i_string_utf16LE_no_BOM", false, "UTF-16 reads as UTF-8 with NULs between, which no JSON has"),
    ("i_structure_500_nested_arrays", true, "within the limit of 512 levels (J4)"),
    (
        "i_structure_UTF-8_BOM_empty_object",
        false,
        "a byte order mark is no white space of JSON; nothing is passed over in silence (E16)",
    ),
];

const NUMBER: &str = "no double and no integer of 64 bits holds it (J1, D35)";
const SMALL: &str = "the nearest double is 0 (D35)";
const HALF: &str = "half of a surrogate pair is no character (J1)";
const BYTES: &str = "the bytes are no UTF-8, and nothing is guessed (J1)";

/// Texts that the standard admits and contract J1 refuses: one key twice.
const DUPLICATES: &[&str] = &["y_object_duplicated_key", "y_object_duplicated_key_and_value"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/json-parsing")
}

// contract: J1, J2, J3, J4
#[test]
fn every_public_text_gets_the_verdict_of_its_name() {
    let Ok(entries) = std::fs::read_dir(folder()) else {
        println!("skipped: {} is not there", folder().display());
        return;
    };
    let (mut judged, mut wrong) = (0, Vec::new());
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("a file");
        let verdict = parse_bytes(&bytes, Limits::default());
        let wanted = match name.split_once('_').map(|(kind, _)| kind) {
            Some("y") => !DUPLICATES.contains(&name.as_str()),
            Some("n") => false,
            _ => match DECISIONS.iter().find(|(text, ..)| *text == name) {
                Some((_, accepted, _)) => *accepted,
                None => panic!("nothing is decided about {name}: {verdict:?}"),
            },
        };
        judged += 1;
        if verdict.is_ok() != wanted {
            wrong.push(format!("{name}: {verdict:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(judged, 318);
}

/// A decision that no text asks for is a decision about nothing.
#[test]
fn every_decision_has_its_text() {
    for (name, ..) in DECISIONS.iter().filter(|_| folder().is_dir()) {
        assert!(folder().join(format!("{name}.json")).is_file(), "{name}");
    }
}
