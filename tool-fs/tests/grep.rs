//! The tool `grep`, called as a model calls it, on a real disk.

mod support;

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, io};

use serde_json::{Value, json};
use support::{Folder, make_fifo};
use tokio_util::sync::CancellationToken;
use tool_fs::GrepOutput;
use tool_sdk::prelude::*;

/// Path, line number and line of each match.
async fn found(disk: &Folder, arguments: Value) -> Vec<(String, u64, String)> {
    let value = disk.value("grep", arguments).await;
    assert_eq!((&value["mode"], &value["complete"]), (&json!("content"), &json!(true)));
    let text = |found: &Value, key: &str| found[key].as_str().expect("a text").to_owned();
    let matches = value["matches"].as_array().expect("matches").iter();
    matches
        .map(|found| (text(found, "path"), found["lineNumber"].as_u64().expect("a number"), text(found, "line")))
        .collect()
}

fn hit(path: &str, number: u64, line: &str) -> (String, u64, String) {
    (path.to_owned(), number, line.to_owned())
}

// contract: E7, S1
#[tokio::test]
async fn matches_are_values_in_the_order_of_their_paths() {
    let disk = Folder::with("b.txt", "x\r\nhit 2\r\n");
    disk.put("a/z.txt", "hit 1\n");
    disk.put("a.txt", "no\n");
    let outcome = disk.call("grep", json!({"pattern": r"hit \d"})).await;
    assert_eq!(
        outcome.to_json()["value"],
        json!({"mode": "content", "matches": [
            {"path": "a/z.txt", "lineNumber": 1, "line": "hit 1"},
            {"path": "b.txt", "lineNumber": 2, "line": "hit 2"},
        ], "total": 2, "files": 2, "complete": true})
    );
    assert_eq!(outcome.text(), "Found 2 matches\n\na/z.txt\nLine 1: hit 1\n\nb.txt\nLine 2: hit 2");
}

#[tokio::test]
async fn the_modes_give_files_and_counts() {
    let disk = Folder::with("b.txt", "x\nx\n");
    disk.put("a.txt", "x\n");
    let outcome = disk.call("grep", json!({"pattern": "x", "output_mode": "files"})).await;
    assert_eq!(
        outcome.to_json()["value"],
        json!({"mode": "files", "paths": ["a.txt", "b.txt"], "total": 2, "complete": true})
    );
    assert_eq!(outcome.text(), "a.txt\nb.txt");
    let outcome = disk.call("grep", json!({"pattern": "x", "mode": "count"})).await;
    let counts = json!([{"path": "a.txt", "count": 1}, {"path": "b.txt", "count": 2}]);
    assert_eq!(outcome.to_json()["value"], json!({"mode": "count", "counts": counts, "total": 3, "complete": true}));
    assert_eq!(outcome.text(), "Found 3 matches\na.txt: 1\nb.txt: 2");
}

// field: F047
#[tokio::test]
async fn a_pattern_that_looks_like_a_flag_is_a_pattern() {
    let disk = Folder::with("n.txt", "-77\n--pdf\nx -> y\n");
    disk.put("-rf", "in -rf\n");
    for (pattern, numbers) in
        [("-77", vec![1]), ("--pdf", vec![2]), ("->", vec![3]), ("--", vec![2]), ("-e", vec![]), ("--pre=cat", vec![])]
    {
        let lines: Vec<_> =
            found(&disk, json!({"pattern": pattern, "path": "n.txt"})).await.iter().map(|hit| hit.1).collect();
        assert_eq!(lines, numbers, "{pattern}");
    }
    assert_eq!(found(&disk, json!({"pattern": "in", "path": "-rf"})).await, [hit("-rf", 1, "in -rf")]);
    assert_eq!(found(&disk, json!({"pattern": "$(rm -rf)"})).await, []);
}

// contract: T5, T1
// field: F049, F034
#[tokio::test]
async fn an_unreadable_file_is_told_beside_the_hits() {
    if is_superuser() {
        rerun_without_rights("an_unreadable_file_is_told_beside_the_hits");
        return;
    }
    let disk = Folder::with("ok.txt", "needle\n");
    disk.put("no.txt", "needle\n");
    fs::set_permissions(disk.at("no.txt"), fs::Permissions::from_mode(0o000)).unwrap();
    symlink("gone", disk.at("broken")).unwrap();
    let note = json!([{"kind": "unreadable", "count": 1, "paths": ["no.txt"]}]);
    for (pattern, total) in [("needle", 1), ("absent", 0)] {
        let outcome = disk.call("grep", json!({"pattern": pattern})).await;
        let value = outcome.to_json()["value"].clone();
        assert_eq!((&value["total"], &value["notes"]), (&json!(total), &note), "{pattern}");
        assert!(outcome.text().contains("Could not be read: 1: no.txt"), "{}", outcome.text());
    }
    disk.put("shut/x.txt", "needle\n");
    fs::set_permissions(disk.at("shut"), fs::Permissions::from_mode(0o000)).unwrap();
    let value = disk.value("grep", json!({"pattern": "needle"})).await;
    assert_eq!(value["notes"], json!([{"kind": "unreadable", "count": 2, "paths": ["no.txt", "shut"]}]));
    let value = disk.value("glob", json!({"pattern": "**/*.txt"})).await;
    assert_eq!(value["notes"], json!([{"kind": "unreadable", "count": 1, "paths": ["shut"]}]));
    fs::set_permissions(disk.at("shut"), fs::Permissions::from_mode(0o700)).unwrap();
    let (code, _) = disk.failure("grep", json!({"pattern": "x", "path": "no.txt"})).await;
    assert_eq!(code, "FS_PERMISSION_DENIED");
    let (code, message) = disk.failure("read", json!({"file_path": "no.txt"})).await;
    assert_eq!((code.as_str(), message.contains("permission denied")), ("FS_PERMISSION_DENIED", true), "{message}");
    // What the mode forbids is not got round by the rename.
    fs::set_permissions(disk.at("ok.txt"), fs::Permissions::from_mode(0o444)).unwrap();
    for (tool, arguments) in [
        ("write", json!({"file_path": "ok.txt", "content": "x"})),
        ("edit", json!({"file_path": "ok.txt", "old_string": "needle", "new_string": "x"})),
    ] {
        let (code, message) = disk.failure(tool, arguments).await;
        assert_eq!((code.as_str(), message.contains("read-only")), ("FS_PERMISSION_DENIED", true), "{message}");
    }
    assert_eq!(disk.bytes("ok.txt"), b"needle\n");
}

fn is_superuser() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// Runs one test of this binary again as a user without rights.
fn rerun_without_rights(test: &str) {
    let copy = tempfile::tempdir().expect("a folder");
    fs::set_permissions(copy.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let binary = copy.path().join("test");
    fs::copy(std::env::current_exe().unwrap(), &binary).unwrap();
    let output = std::process::Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(binary)
        .args(["--exact", test])
        .output();
    match output {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout)),
        Err(_) => eprintln!("skipped: setpriv is not there"),
    }
}

// field: F050
#[tokio::test]
async fn colons_in_names_and_lines_are_no_obstacle() {
    let disk = Folder::with("a:7:b.txt", "x\nhit\n");
    disk.put("d:x/f.txt", "hit :9: hit\n");
    disk.put("one.rs", "fn(a: X, b: Y): Z\n");
    let both = [hit("a:7:b.txt", 2, "hit"), hit("d:x/f.txt", 1, "hit :9: hit")];
    assert_eq!(found(&disk, json!({"pattern": "hit"})).await, both);
    assert_eq!(found(&disk, json!({"pattern": "fn", "path": "one.rs"})).await, [hit("one.rs", 1, "fn(a: X, b: Y): Z")]);
}

// contract: T5
// field: F053
#[tokio::test]
async fn hidden_files_are_searched_and_ignored_ones_are_told() {
    let disk = Folder::with(".github/workflows/ci.yml", "needle\n");
    disk.put("dist/app.js", "needle\n");
    disk.put(".git/config", "needle\n");
    disk.put(".gitignore", "dist/\n");
    let ci = [hit(".github/workflows/ci.yml", 1, "needle")];
    let app = [hit("dist/app.js", 1, "needle")];
    for include in [".github/workflows/*.yml", "**/*.yml", "*.yml"] {
        assert_eq!(found(&disk, json!({"pattern": "needle", "include": include})).await, ci, "{include}");
    }
    assert_eq!(found(&disk, json!({"pattern": "needle"})).await, ci);
    for arguments in [
        json!({"pattern": "needle", "include": "dist/app.js"}),
        json!({"pattern": "needle", "glob": "dist/**"}),
        json!({"pattern": "needle", "path": "dist"}),
        json!({"pattern": "needle", "path": "dist/app.js"}),
        json!({"pattern": "needle", "include": "*.js", "no_ignore": true}),
    ] {
        assert_eq!(found(&disk, arguments.clone()).await, app, "{arguments}");
    }
    let outcome = disk.call("grep", json!({"pattern": "needle", "include": "*.js"})).await;
    assert_eq!(outcome.to_json()["value"]["notes"], json!([{"kind": "ignored", "count": 1, "paths": ["dist/app.js"]}]));
    assert!(outcome.text().contains("no_ignore"), "{}", outcome.text());
    let value = disk.value("grep", json!({"pattern": "needle", "path": ".git"})).await;
    assert_eq!((&value["total"], &value["notes"][0]["kind"]), (&json!(0), &json!("version-control")));
}

// field: F055
#[tokio::test]
async fn limits_are_checked_and_pages_end() {
    let disk = Folder::with("a", "x1\nx2\nx3\n");
    for limit in [json!(0), json!(-1), json!(1.5)] {
        assert_eq!(disk.failure("grep", json!({"pattern": "x", "limit": limit})).await.0, "INVALID_ARGS");
    }
    let outcome = disk.call("grep", json!({"pattern": "x", "head_limit": 2})).await;
    assert!(outcome.text().contains("Line 2: x2\n\n(1 more; send offset 2.)"), "{}", outcome.text());
    assert_eq!(outcome.to_json()["value"]["matches"].as_array().map(Vec::len), Some(3), "a program gets all");
    let outcome = disk.call("grep", json!({"pattern": "x", "offset": 10})).await;
    assert!(outcome.text().contains("No more: 3 in all"), "{}", outcome.text());
}

// contract: T5
// field: F056
#[tokio::test]
async fn a_hit_on_a_huge_line_shows_the_hit() {
    let wide = "y".repeat(1_000_000);
    let text = format!("{wide}\n{}needle{}\n{wide}\n", "x".repeat(600_000), "x".repeat(399_994));
    let disk = Folder::with("a.min.js", text);
    let outcome = disk.call("grep", json!({"pattern": "needle", "-C": 2})).await;
    let text = outcome.text();
    assert!(text.len() < 10_000 && text.contains("needle") && text.contains("line cut"), "{} bytes", text.len());
    assert_eq!(outcome.to_json()["value"]["complete"], false);
}

// contract: T3
// field: F028
#[tokio::test]
async fn line_numbers_are_those_of_read() {
    for (text, number) in
        [("a\n\x0cb\nc NEEDLE\n", 3), ("one\ntwo\rstill two\nthree NEEDLE\n", 3), ("u\u{2028}v\nw NEEDLE\n", 2)]
    {
        let disk = Folder::with("a.txt", text);
        let hits = found(&disk, json!({"pattern": "NEEDLE"})).await;
        assert_eq!(hits[0].1, number, "{text:?}");
        let read = disk.value("read", json!({"file_path": "a.txt", "offset": number, "limit": 1})).await;
        assert_eq!(read["lines"][0]["text"], hits[0].2);
    }
}

// contract: T3
// field: F031
#[tokio::test]
async fn marks_and_utf_16_are_no_obstacle() {
    let disk = Folder::with("bom.yaml", b"\xef\xbb\xbfkey: 1\n");
    let utf_16: Vec<u8> = "\u{feff}a\r\nkey: 2\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    disk.put("wide.txt", utf_16);
    assert_eq!(
        found(&disk, json!({"pattern": "^key"})).await,
        [hit("bom.yaml", 1, "key: 1"), hit("wide.txt", 2, "key: 2")]
    );
}

// contract: T3
// field: F022
#[tokio::test]
async fn fifos_devices_and_loops_do_not_hold_it_up() {
    let disk = Folder::with("a.txt", "needle\n");
    make_fifo(&disk.at("logs.pipe"));
    symlink("/dev/zero", disk.at("zero")).unwrap();
    symlink(".", disk.at("loop")).unwrap();
    let start = Instant::now();
    assert_eq!(found(&disk, json!({"pattern": "needle"})).await, [hit("a.txt", 1, "needle")]);
    for (name, named) in [("logs.pipe", "FIFO"), ("zero", "character device")] {
        let (code, message) = disk.failure("grep", json!({"pattern": "x", "path": name})).await;
        assert_eq!((code.as_str(), message.contains(named)), ("FS_NOT_REGULAR_FILE", true), "{message}");
    }
    assert!(start.elapsed() < Duration::from_secs(1));
}

// contract: T3
#[tokio::test]
async fn a_line_that_never_ends_is_told_and_not_held() {
    let disk = Folder::with("a.txt", "needle\n");
    let file = fs::File::create(disk.at("endless")).unwrap();
    io::Write::write_all(&mut &file, &b"x".repeat(10_000)).unwrap();
    file.set_len(1 << 30).unwrap();
    let value = disk.value("grep", json!({"pattern": "needle"})).await;
    assert_eq!((&value["total"], &value["notes"][0]["kind"]), (&json!(1), &json!("too-long")));
}

// contract: T5
#[tokio::test]
async fn a_bad_pattern_is_an_error_that_says_what_to_do() {
    let disk = Folder::with("a.txt", "x\n");
    for (arguments, argument, hint) in [
        (json!({"pattern": "fn("}), "pattern", "special character"),
        (json!({"pattern": r"a\nb"}), "pattern", "multiline: true"),
        (json!({"pattern": "x", "include": "{a,b"}), "include", "special character"),
    ] {
        let outcome = disk.call("grep", arguments.clone()).await.to_json();
        assert_eq!(outcome["error"]["code"], "SEARCH_INVALID_PATTERN", "{arguments}");
        assert_eq!(outcome["error"]["paths"], json!([argument]));
        let message = outcome["error"]["message"].as_str().expect("a message");
        assert!(message.contains(hint), "{message}");
    }
    for (arguments, argument) in [
        (json!({"pattern": ""}), "pattern"),
        (json!({"pattern": "x", "include": "*.ts,*.js"}), "include"),
        (json!({"pattern": "x", "include": "!*.ts"}), "include"),
        (json!({"pattern": "x", "include": " "}), "include"),
        (json!({"pattern": "x", "type": "rustt"}), "type"),
        (json!({"pattern": "x", "context": 21}), "context"),
    ] {
        let outcome = disk.call("grep", arguments.clone()).await.to_json();
        assert_eq!(outcome["error"]["code"], "INVALID_ARGS", "{arguments}");
        assert_eq!(outcome["error"]["paths"], json!([argument]), "{arguments}");
    }
    assert_eq!(disk.failure("grep", json!({"pattern": "x", "path": "no"})).await.0, "FS_NOT_FOUND");
}

#[tokio::test]
async fn case_types_globs_and_lines_across() {
    let disk = Folder::with("a.rs", "Alpha\nbeta\n");
    disk.put("b.py", "alpha\nbeta\n");
    disk.put("c.tsx", "ALPHA\n");
    let paths = |hits: Vec<(String, u64, String)>| hits.into_iter().map(|hit| hit.0).collect::<Vec<_>>();
    assert_eq!(paths(found(&disk, json!({"pattern": "alpha"})).await), ["b.py"]);
    assert_eq!(paths(found(&disk, json!({"pattern": "alpha", "-i": true})).await), ["a.rs", "b.py", "c.tsx"]);
    assert_eq!(paths(found(&disk, json!({"pattern": "beta", "type": "rust"})).await), ["a.rs"]);
    assert_eq!(paths(found(&disk, json!({"pattern": "(?i)alpha", "include": "*.{ts,tsx}"})).await), ["c.tsx"]);
    assert_eq!(
        found(&disk, json!({"pattern": r"alpha\nbeta", "multiline": true})).await,
        [hit("b.py", 1, "alpha\nbeta")]
    );
    assert_eq!(paths(found(&disk, json!({"pattern": " "})).await), Vec::<String>::new(), "a space is a pattern");
}

// contract: T5, E8
#[tokio::test]
async fn no_match_is_a_value() {
    let disk = Folder::with("a", "x\n");
    let outcome = disk.call("grep", json!({"pattern": "y"})).await;
    assert_eq!((outcome.is_ok(), outcome.text().as_str()), (true, "No matches found"));
    let outcome = disk.call("grep", json!({"pattern": "y", "path": "a"})).await;
    assert_eq!(outcome.to_json()["value"]["total"], 0);
    disk.put("bin", b"\0y");
    let outcome = disk.call("grep", json!({"pattern": "y", "path": "bin"})).await;
    assert!(outcome.text().contains("bin is no text"), "{}", outcome.text());
}

// contract: T5
#[tokio::test]
async fn beyond_its_bound_the_value_counts_on() {
    let line = format!("{}\n", "x".repeat(30_000));
    let disk = Folder::with("a", line.repeat(1_000));
    let outcome = disk.call("grep", json!({"pattern": "x"})).await;
    let value: &GrepOutput = outcome.value().and_then(|value| value.downcast_ref()).expect("a value");
    let GrepOutput::Content { matches, total, complete, .. } = value else { panic!("{value:?}") };
    assert_eq!((*total, *complete), (1_000, false));
    assert!((500..700).contains(&matches.len()), "{}", matches.len());
}

// contract: S9, J1
#[tokio::test]
async fn a_value_can_be_read_back_from_its_json() {
    let disk = Folder::with("a.txt", "1\nx\n3\n");
    for mode in ["content", "files", "count"] {
        let outcome = disk.call("grep", json!({"pattern": "x", "mode": mode, "context": 1})).await;
        let value = outcome.value().expect("a value");
        let again: GrepOutput = tool_sdk::args::decode_value(&value.to_text()).expect("the same value");
        assert_eq!(Some(&again), value.downcast_ref());
    }
}

// contract: E9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_search_ends_at_once() {
    let disk = Folder::working(|workspace| workspace.on(Arc::new(support::Odd)));
    disk.put("a.txt", "some text\n");
    for (tool, pattern) in [("grep", "nothing"), ("grep", "text"), ("glob", "*"), ("glob", "nothing")] {
        let signal = CancellationToken::new();
        let call = ToolCall::new(tool, json!({"pattern": pattern}).to_string()).cancelled_by(signal.clone());
        let cancel = async {
            tokio::time::sleep(Duration::from_millis(20)).await;
            signal.cancel();
            Instant::now()
        };
        let (outcome, cancelled) = tokio::join!(disk.registry.call(call), cancel);
        assert_eq!(outcome.to_json()["error"]["code"], "ABORTED", "{pattern}");
        assert!(cancelled.elapsed() < Duration::from_secs(2), "{:?}", cancelled.elapsed());
    }
}
