//! The tool `edit`, called as a model calls it, on a real disk.

mod support;

use std::os::unix::fs::symlink;

use serde_json::{Value, json};
use support::Folder;
use tool_fs::EditOutput;
use tool_sdk::prelude::*;

/// The bytes of a file after one edit that goes well.
async fn edited(bytes: &[u8], arguments: Value) -> Vec<u8> {
    let disk = Folder::with("f", bytes);
    let mut arguments = arguments;
    arguments["file_path"] = json!("f");
    disk.value("edit", arguments).await;
    assert_eq!(disk.names(), ["f"]);
    disk.bytes("f")
}

/// The code and the message of an edit that is refused, which leaves the file as it is.
async fn refused(bytes: &[u8], arguments: Value) -> (String, String) {
    let disk = Folder::with("f", bytes);
    let mut arguments = arguments;
    arguments["file_path"] = json!("f");
    let refused = disk.failure("edit", arguments).await;
    assert_eq!((disk.bytes("f"), disk.names()), (bytes.to_vec(), vec!["f".to_owned()]));
    refused
}

fn one(old: &str, new: &str) -> Value {
    json!({"old_string": old, "new_string": new})
}

fn all(old: &str, new: &str) -> Value {
    json!({"old_string": old, "new_string": new, "replace_all": true})
}

// contract: E7, S1
#[tokio::test]
async fn one_place_is_replaced() {
    let disk = Folder::with("a.txt", "one\ntwo\n");
    let outcome = disk.call("edit", json!({"file_path": "a.txt", "old_string": "two", "new_string": "2"})).await;
    let path = disk.shown("a.txt");
    assert_eq!(
        outcome.to_json()["value"],
        json!({"path": path, "replacements": 1, "before": "one\ntwo\n", "after": "one\n2\n"})
    );
    assert_eq!(outcome.text(), format!("Edited {path}."));
    let outcome = disk
        .call("edit", json!({"file_path": "a.txt", "old_string": "o", "new_string": "0", "replace_all": true}))
        .await;
    assert_eq!(outcome.text(), format!("Replaced all occurrences in {path}: 1."));
}

// contract: T1
// field: F038
#[tokio::test]
async fn line_ends_are_those_of_the_file_in_every_mode() {
    let crlf = b"alpha\r\n\tbeta\r\nend\r\n";
    for arguments in [
        one("alpha\n\tbeta", "A\n\tB"),
        all("alpha\n\tbeta", "A\n\tB"),
        json!({"edits": [{"old_string": "alpha\n\tbeta", "new_string": "A\n\tB"}]}),
        json!({"edits": [{"old_string": "alpha", "new_string": "A"}, {"old_string": "A\n\tbeta", "new_string": "A\n\tB"}]}),
    ] {
        assert_eq!(edited(crlf, arguments.clone()).await, b"A\r\n\tB\r\nend\r\n", "{arguments}");
    }
    assert_eq!(edited(b"a\r\nb\nc\r\n", one("b", "b\nB")).await, b"a\r\nb\nB\nc\r\n", "mixed ends stay mixed");
    assert_eq!(edited(b"a\nb\r\n", one("a\nb\n", "x\ny\n")).await, b"x\ny\r\n");
}

// contract: T1
// field: F040, F031
#[tokio::test]
async fn a_byte_order_mark_stays() {
    assert_eq!(edited(b"\xef\xbb\xbfhello\nz\n", one("hello", "hello2")).await, b"\xef\xbb\xbfhello2\nz\n");
    assert_eq!(edited(b"\xef\xbb\xbfkey: 1\n", one("key: 1", "key: 2")).await, b"\xef\xbb\xbfkey: 2\n");
    let utf_16 = |mark: &[u8], text: &str, bytes: fn(u16) -> [u8; 2]| {
        [mark.to_vec(), text.encode_utf16().flat_map(bytes).collect()].concat()
    };
    for (mark, bytes) in [(&b"\xff\xfe"[..], u16::to_le_bytes as fn(u16) -> [u8; 2]), (b"\xfe\xff", u16::to_be_bytes)] {
        let old = utf_16(mark, "// hi\r\n😀\r\n", bytes);
        assert_eq!(edited(&old, one("hi\n😀", "hé\n→")).await, utf_16(mark, "// hé\r\n→\r\n", bytes));
    }
}

// contract: T1
// field: F041
#[tokio::test]
async fn bytes_that_are_no_text_stay() {
    assert_eq!(edited(b"x = 1\n# caf\xe9\n", one("x = 1", "x = 2")).await, b"x = 2\n# caf\xe9\n");
    assert_eq!(edited(b"x = 1\ncut \xf0\x9f", one("x = 1", "x = 2")).await, b"x = 2\ncut \xf0\x9f");
    let disk = Folder::with("f", b"x = 1\n# caf\xe9\n");
    let value = disk.value("edit", json!({"file_path": "f", "old_string": "x = 1", "new_string": "x = 2"})).await;
    assert_eq!((&value["before"], &value["after"]), (&Value::Null, &Value::Null), "a text would not be true");
}

// contract: T1
#[tokio::test]
async fn a_nul_far_from_the_start_is_no_obstacle() {
    let mut bytes = b"word\n".to_vec();
    bytes.extend(b"x".repeat(9_000));
    bytes.push(0);
    let after = edited(&bytes, one("word", "W")).await;
    assert_eq!((&after[..2], after.len(), after.last()), (&b"W\n"[..], bytes.len() - 3, Some(&0)));
}

// contract: T3
// field: F031
#[tokio::test]
async fn what_is_no_text_is_not_edited() {
    for (bytes, named) in [
        (&b"\x7fELF\x02\0word"[..], "binary"),
        (b"\x2f\0\x2f\0\x20\0\x68\0\x69\0\x0a\0", "UTF-16 without a byte order mark"),
        (b"\xff\xfe\0\0\x41\0\0\0", "UTF-32"),
    ] {
        let (code, message) = refused(bytes, one("h", "j")).await;
        assert_eq!((code.as_str(), message.contains(named)), ("FS_NOT_TEXT", true), "{message}");
    }
}

// field: F037
#[tokio::test]
async fn an_empty_old_text_is_refused_at_once() {
    for bytes in [&b"abc"[..], b""] {
        for replace_all in [true, false] {
            let (code, _) =
                refused(bytes, json!({"old_string": "", "new_string": "-", "replace_all": replace_all})).await;
            assert_eq!(code, "INVALID_ARGS");
        }
        let (code, _) = refused(bytes, json!({"edits": [{"old_string": "", "new_string": "-"}]})).await;
        assert_eq!(code, "INVALID_ARGS");
    }
}

// contract: S5, S7
#[tokio::test]
async fn the_two_forms_are_not_mixed_and_not_left_out() {
    let step = json!([{"old_string": "a", "new_string": "b"}]);
    for (arguments, path) in [
        (json!({}), "old_string"),
        (json!({"new_string": "b"}), "old_string"),
        (json!({"old_string": "a"}), "new_string"),
        (json!({"old_string": "a", "new_string": "a"}), "new_string"),
        (json!({"edits": []}), "edits"),
        (json!({"edits": [{"old_string": "a", "new_string": "a"}]}), "edits[0].new_string"),
        (json!({"edits": step, "old_string": "a", "new_string": "b"}), "edits"),
        (json!({"edits": step, "replace_all": true}), "replace_all"),
        (json!({"edits": [{"old_string": "a"}]}), "edits[0].new_string"),
    ] {
        let disk = Folder::with("f", "a");
        let mut asked = arguments.clone();
        asked["file_path"] = json!("f");
        let outcome = disk.call("edit", asked).await.to_json();
        assert_eq!(outcome["error"]["code"], "INVALID_ARGS", "{arguments}");
        assert_eq!(outcome["error"]["paths"], json!([path]), "{arguments}: {outcome}");
        assert_eq!(disk.bytes("f"), b"a");
    }
}

// field: F043
#[tokio::test]
async fn the_final_newline_stays_as_it_is() {
    let (code, message) = refused(b"k: v", one("k: v\n", "k: w\n")).await;
    assert_eq!((code.as_str(), message.contains("no newline at its end")), ("FS_EDIT_NOT_FOUND", true), "{message}");
    assert_eq!(edited(b"a\nb", one("b", "B")).await, b"a\nB");
    assert_eq!(edited(b"a\nb\n", one("b\n", "B\n")).await, b"a\nB\n");
}

// field: F046
#[tokio::test]
async fn nothing_is_matched_approximately() {
    let (code, message) = refused(b"def f():\n    x = 1\n    y = 2\n", one("    x  =  1", "z")).await;
    assert_eq!(code, "FS_EDIT_NOT_FOUND");
    assert!(message.contains("Line 2 differs only in white space: \"    x = 1\""), "{message}");
    let (code, message) = refused(b"red    car goes", one("red car", "Z")).await;
    assert_eq!((code.as_str(), message.contains("white space")), ("FS_EDIT_NOT_FOUND", true), "{message}");
}

#[tokio::test]
async fn an_ambiguous_text_tells_how_often_and_where() {
    let (code, message) = refused(b"x\na\nx\r\nb x\n", one("x", "y")).await;
    assert_eq!(code, "FS_AMBIGUOUS_EDIT");
    assert!(message.contains("stands 3 times") && message.contains("lines 1, 3, 4"), "{message}");
    let (_, message) = refused(&b"x\n".repeat(100), one("x", "y")).await;
    assert!(message.contains("100 times") && message.contains("10 and more") && message.len() < 400, "{message}");
    assert_eq!(edited(b"x\na\nx\r\nb x\n", all("x", "y")).await, b"y\na\ny\r\nb y\n");
    assert_eq!(edited(b"aaaa", all("aa", "b")).await, b"bb");
}

// contract: T1
#[tokio::test]
async fn several_edits_are_made_in_order_or_not_at_all() {
    let edits = |steps: &[(&str, &str)]| {
        let steps: Vec<_> = steps.iter().map(|(old, new)| json!({"old_string": old, "new_string": new})).collect();
        json!({"edits": steps})
    };
    assert_eq!(edited(b"one two three", edits(&[("one", "two"), ("two two", "2 2"), ("three", "")])).await, b"2 2 ");
    let (code, message) = refused(b"one two", edits(&[("one", "1"), ("one", "2")])).await;
    assert_eq!((code.as_str(), message.contains("Nothing was changed")), ("FS_EDIT_NOT_FOUND", true), "{message}");
    let disk = Folder::with("f", "one two");
    let mut arguments = edits(&[("one", "1"), ("one", "2")]);
    arguments["file_path"] = json!("f");
    let outcome = disk.call("edit", arguments).await.to_json();
    assert_eq!(outcome["error"]["paths"], json!(["edits[1].old_string"]));
    let steps = json!({"edits": [{"old_string": "a", "new_string": "b", "replace_all": true}, {"old_string": "bb", "new_string": "c"}]});
    assert_eq!(edited(b"aa", steps).await, b"c");
}

// contract: E8
#[tokio::test]
async fn a_missing_file_is_not_found() {
    let disk = Folder::new();
    let (code, message) =
        disk.failure("edit", json!({"file_path": "no.txt", "old_string": "a", "new_string": "b"})).await;
    assert_eq!((code.as_str(), message.contains("does not exist")), ("FS_NOT_FOUND", true), "{message}");
}

// contract: T4
#[tokio::test]
async fn the_policy_asks_for_a_read_before() {
    let disk = Folder::working(tool_fs::Workspace::remembering);
    disk.put("a.txt", "1\n2\n3\n");
    let edit = json!({"file_path": "a.txt", "old_string": "3", "new_string": "three"});
    assert_eq!(disk.failure("edit", edit.clone()).await.0, "FS_NOT_OBSERVED");
    disk.value("read", json!({"file_path": "a.txt", "limit": 1})).await;
    disk.value("edit", edit).await;
    disk.value("edit", json!({"file_path": "a.txt", "old_string": "three", "new_string": "3"})).await;
    disk.put("a.txt", "9\n2\n3\n");
    let (code, _) = disk.failure("edit", json!({"file_path": "a.txt", "old_string": "3", "new_string": "x"})).await;
    assert_eq!((code.as_str(), disk.bytes("a.txt")), ("FS_STALE_VERSION", b"9\n2\n3\n".to_vec()));
}

// contract: T4
// field: F044
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_edits_of_one_file_all_land() {
    let disk = Folder::new();
    symlink("f.txt", disk.at("link")).unwrap();
    std::fs::create_dir(disk.at("sub")).unwrap();
    let spellings = ["f.txt", "./f.txt", "link", "sub/../f.txt", "./link", "f.txt", "sub/../link", "f.txt"];
    for round in 0..200 {
        disk.put("f.txt", (1..=100).map(|n| format!("<{n}>\n")).collect::<String>());
        let edits: Vec<_> = spellings
            .iter()
            .enumerate()
            .map(|(index, path)| {
                let (old, new) = (format!("<{}>", 10 * (index + 1)), format!("edited {index}"));
                let registry = disk.registry.clone();
                let arguments = json!({"file_path": path, "old_string": old, "new_string": new}).to_string();
                tokio::spawn(async move { registry.call(ToolCall::new("edit", arguments)).await.is_ok() })
            })
            .collect();
        for edit in edits {
            assert!(edit.await.expect("it ends"), "round {round}: an edit did not land");
        }
        let text = String::from_utf8(disk.bytes("f.txt")).unwrap();
        assert_eq!(text.lines().count(), 100);
        assert_eq!(text.matches("edited").count(), spellings.len(), "round {round}: {text}");
    }
    assert_eq!(disk.names(), ["f.txt", "link", "sub"]);
}

// contract: T4
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_edits_from_one_read_both_land_or_one_is_told() {
    let disk = Folder::working(tool_fs::Workspace::remembering);
    for round in 0..50 {
        let name = format!("{round}.txt");
        disk.put(&name, "a b");
        disk.value("read", json!({"file_path": name})).await;
        let edit = |old: &str| json!({"file_path": name, "old_string": old, "new_string": old.to_uppercase()});
        let (one, two) = tokio::join!(disk.call("edit", edit("a")), disk.call("edit", edit("b")));
        let text = String::from_utf8(disk.bytes(&name)).unwrap();
        for (outcome, landed) in [(&one, text.contains('A')), (&two, text.contains('B'))] {
            let code = outcome.to_json()["error"]["code"].clone();
            assert!(outcome.is_ok() == landed && (landed || code == "FS_STALE_VERSION"), "{text}: {code}");
        }
    }
}

// contract: U5
#[tokio::test]
async fn the_changed_places_are_data() {
    let disk = Folder::with("a.txt", (1..=60).map(|n| format!("line {n}\n")).collect::<String>());
    let arguments = json!({"file_path": "a.txt", "edits": [
        {"old_string": "line 10\n", "new_string": "line ten\nand more\n"},
        {"old_string": "line 50\n", "new_string": ""},
    ]});
    let outcome = disk.call("edit", arguments).await;
    let value: &EditOutput = outcome.value().and_then(|value| value.downcast_ref()).expect("a value");
    let hunks = value.hunks();
    let starts: Vec<_> = hunks.iter().map(|hunk| (hunk.old_start, hunk.new_start)).collect();
    assert_eq!(starts, [(7, 7), (47, 48)]);
    assert_eq!(hunks[0].new, "line 7\nline 8\nline 9\nline ten\nand more\nline 11\nline 12\nline 13\n");
    let again: EditOutput = tool_sdk::args::decode_value(&outcome.value().unwrap().to_text()).expect("from its JSON");
    assert_eq!(again.hunks(), hunks);
}

// contract: U5
#[tokio::test]
async fn a_file_of_ten_mebibytes_has_places_and_no_texts() {
    let disk = Folder::with("big.txt", "0123456789abcde\n".repeat(700_000) + "needle\n");
    let outcome = disk.call("edit", json!({"file_path": "big.txt", "old_string": "needle", "new_string": "pin"})).await;
    let value: &EditOutput = outcome.value().and_then(|value| value.downcast_ref()).expect("a value");
    assert_eq!((value.before.as_option(), value.after.as_option()), (None, None));
    assert_eq!((value.hunks()[0].old_start, value.hunks()[0].new.ends_with("pin\n")), (699_998, true));
}

// contract: E17
#[tokio::test]
async fn near_spellings_are_repaired() {
    let disk = Folder::with("f", "a a");
    let outcome = disk.call("edit", json!({"path": "f", "old_str": "a", "new_str": "b", "replaceAll": "true"})).await;
    assert_eq!((disk.bytes("f"), outcome.repairs().len()), (b"b b".to_vec(), 5));
}
