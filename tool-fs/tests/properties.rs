//! What holds for any file, over generated ones with a fixed seed.

mod support;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::json;
use support::Folder;

/// How a generated file becomes bytes.
#[derive(Clone, Copy, Debug)]
enum Form {
    Plain,
    Marked,
    Utf16Le,
    Utf16Be,
}

impl Form {
    fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Plain | Self::Marked => text.as_bytes().to_vec(),
            Self::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }

    fn mark(self) -> &'static [u8] {
        match self {
            Self::Plain => b"",
            Self::Marked => b"\xef\xbb\xbf",
            Self::Utf16Le => b"\xff\xfe",
            Self::Utf16Be => b"\xfe\xff",
        }
    }
}

fn form() -> impl Strategy<Value = Form> {
    prop_oneof![Just(Form::Plain), Just(Form::Marked), Just(Form::Utf16Le), Just(Form::Utf16Be)]
}

/// Words of several scripts, line ends of both kinds and characters that only look like line ends.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-c ]{1,4}",
        3 => Just("\n".to_owned()),
        3 => Just("\r\n".to_owned()),
        1 => Just("\r".to_owned()),
        1 => prop_oneof![Just("é"), Just("😀"), Just("水"), Just("\u{2028}"), Just("\u{85}"), Just("\x0c"), Just("\t")]
            .prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// The same cases for everybody.
fn check<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    if let Err(error) = runner.run(strategy, test) {
        panic!("{error}");
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// The lines of a text, said in the plainest way.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.last() == Some(&"") {
        lines.pop();
    }
    lines.into_iter().map(|line| line.strip_suffix('\r').unwrap_or(line)).collect()
}

// contract: T1
#[test]
fn an_edit_changes_the_matched_span_alone() {
    let (runtime, disk) = (runtime(), Folder::new());
    let strategy = (text(), text(), form(), "[a-cé\t ]{1,6}", proptest::collection::vec(0_u8.., 0..20));
    check(300, &strategy, |(before, after, form, new, tail)| {
        // Bytes that are no text stand behind a text in UTF-8.
        let tail = if matches!(form, Form::Plain | Form::Marked) { tail } else { Vec::new() };
        let tail: Vec<u8> = tail.into_iter().map(|byte| byte | 0x80).collect();
        let head = [form.mark(), &form.encode(&before)].concat();
        let rest = [form.encode(&after), tail].concat();
        disk.put("f", [&head[..], &form.encode("<NEEDLE>"), &rest].concat());
        let arguments = json!({"file_path": "f", "old_string": "<NEEDLE>", "new_string": new});
        let outcome = runtime.block_on(disk.call("edit", arguments));
        prop_assert!(outcome.is_ok(), "{}", outcome.text());
        prop_assert_eq!(disk.bytes("f"), [&head[..], &form.encode(&new), &rest].concat());
        Ok(())
    });
}

// contract: T1
#[test]
fn an_edit_across_lines_keeps_the_ends_that_it_does_not_replace() {
    let (runtime, disk) = (runtime(), Folder::new());
    let strategy = (text(), text(), form(), proptest::collection::vec(any::<bool>(), 1..4));
    check(300, &strategy, |(before, after, form, crlf)| {
        // In the file each line of the needle has an end of its own; a model sees none of them.
        let end = |crlf: &bool| if *crlf { "\r\n" } else { "\n" };
        let there: String = crlf.iter().map(|crlf| format!("<N>{}", end(crlf))).collect();
        let wanted: String = crlf.iter().map(|crlf| format!("<new>{}", end(crlf))).collect();
        let whole = |middle: &str| [form.mark(), &form.encode(&format!("{before}{middle}{after}"))].concat();
        disk.put("f", whole(&there));
        let (old, new) = ("<N>\n".repeat(crlf.len()), "<new>\n".repeat(crlf.len()));
        let outcome =
            runtime.block_on(disk.call("edit", json!({"file_path": "f", "old_string": old, "new_string": new})));
        prop_assert!(outcome.is_ok(), "{}", outcome.text());
        prop_assert_eq!(disk.bytes("f"), whole(&wanted));
        Ok(())
    });
}

// contract: T3
#[test]
fn windows_of_any_size_give_the_lines_of_the_whole() {
    let (runtime, disk) = (runtime(), Folder::new());
    check(150, &(text(), form(), 1_usize..7), |(text, form, limit)| {
        disk.put("f", [form.mark(), &form.encode(&text)].concat());
        let wanted = lines(&text);
        let mut seen = Vec::new();
        while seen.len() < wanted.len() {
            let arguments = json!({"file_path": "f", "offset": seen.len() + 1, "limit": limit});
            let value = runtime.block_on(disk.value("read", arguments));
            prop_assert_eq!(&value["totalLines"], wanted.len());
            for line in value["lines"].as_array().expect("lines") {
                prop_assert_eq!(&line["number"], seen.len() + 1);
                seen.push(line["text"].as_str().expect("a text").to_owned());
            }
        }
        prop_assert_eq!(seen, wanted);
        Ok(())
    });
}

// contract: T3
#[test]
fn the_numbers_of_grep_are_those_of_read() {
    let (runtime, disk) = (runtime(), Folder::new());
    check(200, &(text(), form()), |(text, form)| {
        disk.put("f", [form.mark(), &form.encode(&text)].concat());
        let found = runtime.block_on(disk.value("grep", json!({"pattern": "[ab]", "path": "f"})));
        let found: Vec<_> = found["matches"].as_array().expect("matches").iter().collect();
        let read = runtime.block_on(disk.value("read", json!({"file_path": "f"})));
        let wanted: Vec<_> = read["lines"].as_array().expect("lines").iter().collect();
        let wanted: Vec<_> =
            wanted.into_iter().filter(|line| line["text"].as_str().expect("a text").contains(['a', 'b'])).collect();
        prop_assert_eq!(found.len(), wanted.len(), "{:?}", text);
        for (found, wanted) in found.iter().zip(wanted) {
            prop_assert_eq!((&found["lineNumber"], &found["line"]), (&wanted["number"], &wanted["text"]));
        }
        Ok(())
    });
}

// contract: T1, T3
#[test]
fn what_read_shows_is_what_edit_finds() {
    let (runtime, disk) = (runtime(), Folder::new());
    check(200, &(text(), form(), any::<prop::sample::Index>(), 1_usize..4), |(text, form, index, count)| {
        let bytes = [form.mark(), &form.encode(&text)].concat();
        disk.put("f", &bytes);
        let read = runtime.block_on(disk.value("read", json!({"file_path": "f"})));
        let shown: Vec<_> = read["lines"]
            .as_array()
            .expect("lines")
            .iter()
            .map(|line| line["text"].as_str().expect("a text"))
            .collect();
        if shown.is_empty() {
            return Ok(());
        }
        let start = index.index(shown.len());
        let old = shown[start..shown.len().min(start + count)].join("\n");
        if old.is_empty() {
            return Ok(());
        }
        let arguments = json!({"file_path": "f", "old_string": old, "new_string": "[x]", "replace_all": true});
        let outcome = runtime.block_on(disk.call("edit", arguments));
        prop_assert!(outcome.is_ok(), "{:?} in {:?}: {}", old, text, outcome.text());
        Ok(())
    });
}
