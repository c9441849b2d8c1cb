//! The tool `read`, called as a model calls it, on a real disk.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use tool_fs::{Read, ReadOutput};
use tool_sdk::Effect;
use tool_sdk::prelude::*;

/// A folder for one test, and a registry whose `read` works there.
struct Disk {
    folder: TempDir,
    registry: Registry,
}

impl Disk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let registry = Registry::new();
        registry.register(Read::new(folder.path())).expect("read registers").keep();
        Self { folder, registry }
    }

    fn with(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let disk = Self::new();
        fs::write(disk.at(name), bytes).expect("the file is written");
        disk
    }

    fn at(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    async fn read(&self, arguments: Value) -> Outcome {
        self.registry.call(ToolCall::new("read", arguments.to_string()).id("c1")).await
    }

    async fn value(&self, arguments: Value) -> Value {
        let outcome = self.read(arguments).await;
        assert!(outcome.is_ok(), "{}", outcome.text());
        outcome.to_json()["value"].clone()
    }

    async fn failure(&self, arguments: Value) -> (String, String) {
        let outcome = self.read(arguments).await.to_json();
        let text = |key: &str| outcome["error"][key].as_str().expect("a failure").to_owned();
        (text("code"), text("message"))
    }

    /// The path of a file as outcomes tell it.
    fn shown(&self, name: &str) -> String {
        self.at(name).display().to_string()
    }
}

fn texts(value: &Value) -> Vec<&str> {
    value["lines"].as_array().expect("lines").iter().map(|line| line["text"].as_str().expect("a text")).collect()
}

// contract: S1, E7
#[tokio::test]
async fn a_plain_file_gives_its_lines_and_nothing_else() {
    let disk = Disk::with("a.txt", "a\r\nb\r\n");
    let outcome = disk.read(json!({"file_path": "a.txt"})).await;
    let path = disk.shown("a.txt");
    assert_eq!(
        outcome.to_json()["value"],
        json!({"path": path, "offset": 1, "lines": [{"number": 1, "text": "a"}, {"number": 2, "text": "b"}], "totalLines": 2})
    );
    assert_eq!(
        outcome.text(),
        format!(
            "<path>{path}</path>\n<type>file</type>\n<content>\n1: a\n2: b\n\n(End of file: 2 lines in all.)\n</content>"
        )
    );
}

#[tokio::test]
async fn a_window_tells_how_to_read_on() {
    let disk = Disk::with("a.txt", "1\n2\n3\n4\n5\n");
    let outcome = disk.read(json!({"file_path": disk.shown("a.txt"), "offset": 2, "limit": 2})).await;
    assert!(
        outcome.text().contains("\n2: 2\n3: 3\n\n(Lines 2 to 3 of 5. To read on, send offset 4.)\n"),
        "{}",
        outcome.text()
    );
    let outcome = disk.read(json!({"file_path": "a.txt", "offset": 4, "limit": 2})).await;
    assert!(outcome.text().contains("(End of file: 5 lines in all.)"), "{}", outcome.text());
}

// contract: T3
#[tokio::test]
async fn windows_of_any_size_add_up_to_one_read() {
    let text: String = (1..=200).map(|n| format!("line {n} {}\r\n", "é".repeat(n % 7))).collect();
    let disk = Disk::with("a.txt", text.trim_end());
    let whole = disk.value(json!({"file_path": "a.txt"})).await;
    for limit in [1, 3, 64, 200] {
        let mut lines = Vec::new();
        while lines.len() < 200 {
            let part = disk.value(json!({"file_path": "a.txt", "offset": lines.len() + 1, "limit": limit})).await;
            assert_eq!(part["totalLines"], 200);
            lines.extend(part["lines"].as_array().expect("lines").iter().cloned());
        }
        assert_eq!(Value::Array(lines), whole["lines"], "windows of {limit}");
    }
}

// contract: E8
#[tokio::test]
async fn an_empty_file_has_no_lines() {
    let disk = Disk::with("empty", "");
    let outcome = disk.read(json!({"file_path": "empty"})).await;
    assert_eq!(
        outcome.to_json()["value"],
        json!({"path": disk.shown("empty"), "offset": 1, "lines": [], "totalLines": 0})
    );
    assert!(outcome.text().ends_with("<content>\n(End of file: 0 lines in all.)\n</content>"), "{}", outcome.text());

    let (code, message) = disk.failure(json!({"file_path": "empty", "offset": 2})).await;
    assert_eq!(code, "FS_NOT_FOUND");
    assert!(message.contains(&disk.shown("empty")) && message.contains("empty") && message.contains('2'), "{message}");
}

// field: F025
#[tokio::test]
async fn an_offset_past_the_end_names_path_offset_and_count() {
    let disk = Disk::with("a.txt", "1\n2\n3\n");
    for offset in [4, 1_200, u64::MAX] {
        let outcome = disk.read(json!({"file_path": "a.txt", "offset": offset, "limit": 200})).await.to_json();
        assert_eq!(outcome["error"]["code"], "FS_NOT_FOUND");
        assert_eq!(outcome["error"]["paths"], json!(["offset"]));
        let message = outcome["error"]["message"].as_str().expect("a message");
        for part in [&disk.shown("a.txt"), &offset.to_string(), "3 lines"] {
            assert!(message.contains(part), "{message}");
        }
    }
}

// contract: S5, S7
// field: F025
#[tokio::test]
async fn arguments_out_of_range_never_reach_the_disk() {
    let disk = Disk::with("a.txt", "1\n2\n3\n");
    let wrong = [
        (json!({"file_path": "a.txt", "offset": 0}), "offset"),
        (json!({"file_path": "a.txt", "offset": -1}), "offset"),
        (json!({"file_path": "a.txt", "offset": 1.5}), "offset"),
        (json!({"file_path": "a.txt", "limit": 0}), "limit"),
        (json!({"file_path": "a.txt", "limit": 2001}), "limit"),
        (json!({"file_path": ""}), "file_path"),
        (json!({"file_path": " \t\n"}), "file_path"),
        (json!({"file_path": null}), "file_path"),
        (json!({}), "file_path"),
    ];
    for (arguments, path) in wrong {
        let outcome = disk.read(arguments.clone()).await.to_json();
        assert_eq!(outcome["error"]["code"], "INVALID_ARGS", "{arguments}");
        assert_eq!(outcome["error"]["paths"], json!([path]), "{arguments}");
    }
}

// contract: S7
// field: F017
#[tokio::test]
async fn a_nul_in_a_path_is_refused() {
    let disk = Disk::with("a.txt", "secret");
    let outcome = disk.read(json!({"file_path": "a.txt\0.png"})).await.to_json();
    assert_eq!(outcome["error"]["code"], "INVALID_ARGS");
    assert_eq!(outcome["error"]["paths"], json!(["file_path"]));
}

// contract: E17
#[tokio::test]
async fn near_spellings_and_numbers_as_strings_are_repaired() {
    let disk = Disk::with("a.txt", "1\n2\n3\n");
    let outcome = disk.read(json!({"filePath": "a.txt", "limit": "1", "offset": null})).await.to_json();
    assert_eq!(outcome["value"]["lines"], json!([{"number": 1, "text": "1"}]));
    let mut kinds: Vec<_> =
        outcome["repairs"].as_array().expect("repairs").iter().map(|repair| repair["kind"].clone()).collect();
    kinds.sort_by_key(Value::to_string);
    assert_eq!(kinds, ["alias", "null-as-absent", "number-from-string"]);
    let outcome = disk.read(json!({"path": "a.txt"})).await;
    assert!(outcome.is_ok(), "{}", outcome.text());
}

// field: F026
#[tokio::test]
async fn a_last_line_without_newline_is_a_line() {
    let disk = Disk::with("a.txt", "p\nq\nr");
    let outcome = disk.read(json!({"file_path": "a.txt", "offset": 3})).await;
    let value = &outcome.to_json()["value"];
    assert_eq!((texts(value), &value["totalLines"]), (vec!["r"], &json!(3)));
    assert_eq!(value["notes"], json!(["no-final-newline"]));
    assert!(outcome.text().contains("no newline at its end"), "{}", outcome.text());
    let value = disk.value(json!({"file_path": "a.txt", "limit": 2})).await;
    assert_eq!(value.get("notes"), None, "the end is not among these lines");
}

// contract: T3
// field: F028
#[tokio::test]
async fn only_newlines_end_lines() {
    for (text, total, number, line) in [
        ("a\n\x0cb\nc NEEDLE\n", 3, 3, "c NEEDLE"),
        ("one\ntwo\rstill two\nthree X\n", 3, 3, "three X"),
        ("u\u{2028}v\nw Y\n", 2, 2, "w Y"),
    ] {
        let disk = Disk::with("a.txt", text);
        let value = disk.value(json!({"file_path": "a.txt", "offset": number, "limit": 1})).await;
        assert_eq!((texts(&value), &value["totalLines"]), (vec![line], &json!(total)), "{text:?}");
    }
}

// contract: T3, U5
// field: F029, F064
#[tokio::test]
async fn a_huge_line_is_cut_and_says_so() {
    for (character, count) in [("x", 3_000_000), ("é", 3_000), ("😀", 2_001)] {
        let disk = Disk::with("a.txt", character.repeat(count));
        let outcome = disk.read(json!({"file_path": "a.txt"})).await;
        let value = &outcome.to_json()["value"];
        let left_out = (count - 2_000) * character.len();
        assert_eq!(texts(value), [character.repeat(2_000)]);
        assert_eq!(value["lines"][0]["cut"], json!(left_out));
        let text = outcome.text();
        assert!(text.contains("cut at 2000 characters") && text.contains(&left_out.to_string()), "{text}");
        assert!(text.len() < 10_000);
    }
}

#[tokio::test]
async fn many_wide_lines_are_capped_by_bytes() {
    let disk = Disk::with("a.txt", format!("{}\n", "x".repeat(999)).repeat(100));
    let outcome = disk.read(json!({"file_path": "a.txt"})).await;
    let value = &outcome.to_json()["value"];
    // 51 lines of 999 bytes with 50 line ends between them are 50,999 bytes, and one more would be too many.
    assert_eq!((texts(value).len(), &value["totalLines"]), (51, &json!(100)));
    assert!(
        outcome
            .text()
            .contains("(Lines 1 to 51 of 100; the output is capped at 51200 bytes. To read on, send offset 52.)")
    );
}

// contract: T3
#[tokio::test]
async fn bytes_that_are_no_text_are_replaced_and_told() {
    let disk = Disk::with("a.txt", b"x = 1\n# caf\xe9\n");
    let outcome = disk.read(json!({"file_path": "a.txt"})).await;
    let value = &outcome.to_json()["value"];
    assert_eq!((texts(value), &value["notes"]), (vec!["x = 1", "# caf\u{fffd}"], &json!(["replaced-bytes"])));
    assert!(outcome.text().contains("not valid text are shown as \u{fffd}"), "{}", outcome.text());
    assert_eq!(fs::read(disk.at("a.txt")).expect("still there"), b"x = 1\n# caf\xe9\n");
}

// field: F031
#[tokio::test]
async fn utf_16_with_a_mark_is_decoded_and_told() {
    let units = || "// hi\n".encode_utf16();
    let le: Vec<u8> = [0xff, 0xfe].into_iter().chain(units().flat_map(u16::to_le_bytes)).collect();
    let be: Vec<u8> = [0xfe, 0xff].into_iter().chain(units().flat_map(u16::to_be_bytes)).collect();
    for (bytes, note) in [(le, "utf-16le"), (be, "utf-16be")] {
        let disk = Disk::with("a.txt", bytes);
        let outcome = disk.read(json!({"file_path": "a.txt"})).await;
        let value = &outcome.to_json()["value"];
        assert_eq!((texts(value), &value["notes"]), (vec!["// hi"], &json!([note])));
        assert!(outcome.text().contains("UTF-16"), "{}", outcome.text());
    }
    let disk = Disk::with("a.yaml", b"\xef\xbb\xbfkey: 1\n");
    let value = disk.value(json!({"file_path": "a.yaml"})).await;
    assert_eq!((texts(&value), value.get("notes")), (vec!["key: 1"], None));
}

// contract: T3
// field: F031
#[tokio::test]
async fn what_is_not_text_is_named() {
    for (bytes, named) in [
        (&b"\x7fELF\x02\x01\x01\0\0"[..], "binary"),
        (b"\x2f\0\x2f\0\x20\0\x68\0\x69\0\x0a\0", "UTF-16 without a byte order mark"),
        (b"\xff\xfe\0\0\x41\0\0\0", "UTF-32"),
    ] {
        let disk = Disk::with("data", bytes);
        let (code, message) = disk.failure(json!({"file_path": "data"})).await;
        assert_eq!(code, "FS_NOT_TEXT");
        assert!(message.contains(named) && message.contains(&disk.shown("data")), "{message}");
    }
}

#[tokio::test]
async fn a_nul_far_from_the_start_is_no_obstacle() {
    let mut bytes = b"a\n".repeat(4_500);
    bytes.push(0);
    let disk = Disk::with("data", bytes);
    let value = disk.value(json!({"file_path": "data", "offset": 4_501})).await;
    assert_eq!(texts(&value), ["\0"]);
}

// contract: T3
// field: F022, F023
#[tokio::test]
async fn what_is_no_regular_file_is_refused_at_once() {
    let disk = Disk::new();
    let made = std::process::Command::new("mkfifo").arg(disk.at("logs.pipe")).status().expect("mkfifo is there");
    assert!(made.success());
    symlink("logs.pipe", disk.at("link")).expect("a link");
    symlink("/dev/zero", disk.at("data.txt")).expect("a link");
    fs::create_dir(disk.at("folder")).expect("a folder");
    let start = std::time::Instant::now();
    for (name, named) in [
        ("logs.pipe", "FIFO"),
        ("link", "FIFO"),
        ("data.txt", "character device"),
        ("folder", "is a directory"),
        (".", "is a directory"),
    ] {
        let (code, message) = disk.failure(json!({"file_path": name})).await;
        assert_eq!((code.as_str(), message.contains(named)), ("FS_NOT_REGULAR_FILE", true), "{name}: {message}");
    }
    assert!(start.elapsed().as_secs() < 1);
}

// contract: E8
#[tokio::test]
async fn a_missing_file_is_an_error_that_helps() {
    let disk = Disk::with("file", "");
    let outcome = disk.read(json!({"file_path": "no/such.txt"})).await.to_json();
    assert_eq!(outcome["error"]["code"], "FS_NOT_FOUND");
    assert_eq!(outcome["error"]["paths"], json!(["file_path"]));
    assert_eq!(outcome.get("value"), None);
    let message = outcome["error"]["message"].as_str().expect("a message");
    assert!(
        message.contains("no/such.txt does not exist") && message.contains(&disk.folder.path().display().to_string()),
        "{message}"
    );
    let (code, message) = disk.failure(json!({"file_path": "file/x"})).await;
    assert_eq!((code.as_str(), message.contains("is a file, not a folder")), ("FS_NOT_DIRECTORY", true), "{message}");
}

#[tokio::test]
async fn a_relative_path_starts_where_the_tool_was_told() {
    let one = Disk::with("a.txt", "one");
    let two = Disk::with("a.txt", "two");
    for (disk, text) in [(&one, "one"), (&two, "two")] {
        assert_eq!(texts(&disk.value(json!({"file_path": "./a.txt"})).await), [text]);
    }
    let registry = Registry::new();
    registry.register(Read::default()).expect("read registers").keep();
    let outcome = registry.call(ToolCall::new("read", r#"{"file_path":"Cargo.toml","limit":1}"#)).await.to_json();
    assert_eq!(
        outcome["value"]["path"].as_str().map(Path::new),
        Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml").as_path())
    );
}

// contract: S3, S4, S8
#[test]
fn the_schema_says_what_is_enforced() {
    let registry = Registry::new();
    registry.register(Read::default()).expect("read registers").keep();
    let schemas = registry.schemas();
    let parameters = schemas[0].parameters();
    let keys: Vec<_> = parameters["properties"].as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["file_path", "offset", "limit"]);
    assert_eq!(parameters["required"], json!(["file_path"]));
    assert_eq!(parameters["properties"]["offset"]["minimum"], 1);
    assert_eq!(parameters["properties"]["offset"]["default"], 1);
    assert_eq!(parameters["properties"]["limit"]["maximum"], 2_000);
    assert_eq!(parameters["properties"]["limit"]["default"], 2_000);
    assert_eq!(parameters.get("additionalProperties"), None);
}

// contract: S9, J1
#[tokio::test]
async fn a_value_can_be_read_back_from_its_json() {
    let disk = Disk::with("a.txt", format!("é\u{20ac}\n{}", "x".repeat(3_000)));
    let outcome = disk.read(json!({"file_path": "a.txt"})).await;
    let value = outcome.value().expect("a value");
    let again: ReadOutput = tool_sdk::args::decode_value(&value.to_text()).expect("the same value");
    assert_eq!(Some(&again), value.downcast_ref());
    assert_eq!(again.lines[1].cut, Some(1_000));
}

// contract: C1
#[test]
fn a_host_knows_that_it_only_looks() {
    let registry = Registry::new();
    registry.register(Read::default()).expect("read registers").keep();
    let definition = registry.definition("read").expect("it is there");
    assert_eq!(definition.effect(), Some(Effect::Read));
    assert!(definition.is_idempotent());
    assert!(definition.is_concurrency_safe(r#"{"file_path":"a.txt"}"#));
    assert!(!definition.is_concurrency_safe(r#"{"file_path":5}"#));
}
