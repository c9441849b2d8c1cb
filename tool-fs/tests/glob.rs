//! The tool `glob`, called as a model calls it, on a real disk.

mod support;

use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use support::{Folder, make_fifo};
use tool_sdk::Effect;

/// The paths that a pattern finds, sorted.
async fn found(disk: &Folder, arguments: Value) -> Vec<String> {
    let value = disk.value("glob", arguments).await;
    let mut paths: Vec<_> = value["paths"]
        .as_array()
        .expect("paths")
        .iter()
        .map(|path| path.as_str().expect("a text").to_owned())
        .collect();
    assert_eq!(value["total"], paths.len());
    paths.sort();
    paths
}

fn with_files(names: &[&str]) -> Folder {
    let disk = Folder::new();
    names.iter().for_each(|name| disk.put(name, ""));
    disk
}

// contract: T5, E7
// field: F052
#[tokio::test]
async fn names_full_of_special_characters_are_found() {
    let names = ["src/[id]/(auth)/page.tsx", "{note} plan b.md", "a b/c d.txt"];
    let disk = with_files(&names);
    for (pattern, index) in [
        ("src/[id]/(auth)/*", 0),
        (r"src/\[id\]/(auth)/*", 0),
        ("**/[id]/**", 0),
        ("src/[id]/(auth)/page.tsx", 0),
        ("[{]note[}]*.md", 1),
        (r"\{note\}*.md", 1),
        ("{note} plan b.md", 1),
        ("*plan b*.md", 1),
        ("a b/*", 2),
        ("c d.txt", 2),
    ] {
        assert_eq!(found(&disk, json!({"pattern": pattern})).await, [names[index]], "{pattern}");
    }
    assert_eq!(found(&disk, json!({"pattern": "*.{tsx,md}"})).await, [names[0], names[1]]);
    let outcome = disk.call("glob", json!({"pattern": "[xyz]/nothing"})).await;
    assert!(outcome.text().contains(r"`\[` stands for itself"), "{}", outcome.text());
}

// field: F052
#[tokio::test]
async fn the_root_is_no_pattern() {
    let disk = with_files(&["pro[j]/a.rs", "proj/b.rs"]);
    let value = disk.value("glob", json!({"pattern": "*.rs", "path": "pro[j]"})).await;
    assert_eq!((&value["paths"], &value["root"]), (&json!(["pro[j]/a.rs"]), &json!(disk.shown("pro[j]"))));
}

// field: F053
#[tokio::test]
async fn hidden_and_ignored_files_are_found_and_version_control_is_not() {
    let disk = with_files(&[".github/workflows/ci.yml", "dist/app.js", ".git/config.yml", "sub/.hg/x.yml"]);
    disk.put(".gitignore", "dist/\n");
    for (pattern, path) in [
        (".github/workflows/*.yml", ".github/workflows/ci.yml"),
        ("**/*.yml", ".github/workflows/ci.yml"),
        ("*.yml", ".github/workflows/ci.yml"),
        ("dist/app.js", "dist/app.js"),
        ("dist/**", "dist/app.js"),
    ] {
        assert_eq!(found(&disk, json!({"pattern": pattern})).await, [path], "{pattern}");
    }
    let outcome = disk.call("glob", json!({"pattern": "*", "path": ".git"})).await;
    assert!(outcome.text().contains("version control"), "{}", outcome.text());
    assert_eq!(found(&disk, json!({"pattern": ".git/*.yml"})).await, Vec::<String>::new());
}

// contract: T5
#[tokio::test]
async fn the_newest_come_first_and_survive_the_cap() {
    let disk = Folder::new();
    let now = SystemTime::now();
    for age in 0..150 {
        let name = format!("{:03}", (age * 37) % 150);
        disk.put(&name, "");
        let file = File::options().write(true).open(disk.at(&name)).unwrap();
        file.set_modified(now - Duration::from_secs(age)).unwrap();
    }
    let outcome = disk.call("glob", json!({"pattern": "*", "limit": 2})).await;
    let value = outcome.to_json()["value"].clone();
    assert_eq!((value["paths"].as_array().unwrap().len(), &value["total"]), (150, &json!(150)));
    assert_eq!(outcome.text(), "000\n037\n\n(148 more; send offset 2.)");
    let outcome = disk.call("glob", json!({"pattern": "*"})).await;
    assert_eq!(outcome.text().lines().count(), 102);
    let outcome = disk.call("glob", json!({"pattern": "*", "offset": 149})).await;
    assert_eq!(outcome.text(), format!("{:03}", (149 * 37) % 150));
}

// field: F055
#[tokio::test]
async fn limits_are_checked_and_pages_end() {
    let disk = with_files(&["1", "2", "3"]);
    for limit in [json!(0), json!(-1), json!(1.5)] {
        assert_eq!(disk.failure("glob", json!({"pattern": "*", "limit": limit})).await.0, "INVALID_ARGS");
    }
    let outcome = disk.call("glob", json!({"pattern": "*", "limit": 2})).await;
    assert!(outcome.text().contains("1 more"), "{}", outcome.text());
    let outcome = disk.call("glob", json!({"pattern": "*", "offset": 10})).await;
    assert!(outcome.text().contains("No more: 3 in all"), "{}", outcome.text());
}

// contract: T5, E8
#[tokio::test]
async fn nothing_found_is_a_value_and_a_bad_pattern_an_error() {
    let disk = with_files(&["src/a.rs"]);
    let outcome = disk.call("glob", json!({"pattern": "*.py"})).await;
    assert_eq!((outcome.is_ok(), outcome.text().as_str()), (true, "No files found"));
    let (code, message) = disk.failure("glob", json!({"pattern": "{a,b"})).await;
    assert_eq!((code.as_str(), message.starts_with("pattern: ")), ("SEARCH_INVALID_PATTERN", true), "{message}");
    let outcome = disk.call("glob", json!({"pattern": "src"})).await;
    assert!(outcome.text().contains("src is a directory; send src/**"), "{}", outcome.text());
    for blank in ["", "  "] {
        assert_eq!(disk.failure("glob", json!({"pattern": blank})).await.0, "INVALID_ARGS");
        assert_eq!(disk.failure("glob", json!({"pattern": "*", "path": blank})).await.0, "INVALID_ARGS");
    }
}

#[tokio::test]
async fn the_place_has_to_be_a_directory() {
    let disk = with_files(&["a.rs"]);
    assert_eq!(disk.failure("glob", json!({"pattern": "*", "path": "a.rs"})).await.0, "FS_NOT_DIRECTORY");
    let outcome = disk.call("glob", json!({"pattern": "*", "path": "no"})).await.to_json();
    assert_eq!((&outcome["error"]["code"], &outcome["error"]["paths"]), (&json!("FS_NOT_FOUND"), &json!(["path"])));
}

// contract: T3
#[tokio::test]
async fn only_files_are_found_and_loops_end() {
    let disk = with_files(&["sub/file"]);
    make_fifo(&disk.at("sub/fifo"));
    symlink("..", disk.at("sub/loop")).unwrap();
    symlink("file", disk.at("sub/link")).unwrap();
    assert_eq!(found(&disk, json!({"pattern": "**/*"})).await, ["sub/file"]);
    symlink("sub", disk.at("way in")).unwrap();
    assert_eq!(
        found(&disk, json!({"pattern": "*", "path": "way in"})).await,
        ["way in/file"],
        "a link that is asked for"
    );
}

// contract: T5, J1
#[tokio::test]
async fn a_name_that_is_no_text_is_told() {
    let disk = with_files(&["plain"]);
    let strange = disk.root.join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    if fs::write(strange, "").is_err() {
        return;
    }
    let value = disk.value("glob", json!({"pattern": "*"})).await;
    assert_eq!(value["notes"], json!([{"kind": "name", "count": 1, "paths": ["caf\u{fffd}"]}]));
}

// contract: C1
#[test]
fn a_host_knows_that_it_only_looks() {
    let disk = Folder::new();
    for name in ["glob", "grep"] {
        let definition = disk.registry.definition(name).expect("it is there");
        assert_eq!(definition.effect(), Some(Effect::Read));
        assert!(definition.is_idempotent() && definition.is_concurrency_safe(r#"{"pattern":"a"}"#));
    }
    for name in ["write", "edit"] {
        let definition = disk.registry.definition(name).expect("it is there");
        assert_eq!(definition.effect(), Some(Effect::Destructive));
        assert!(!definition.is_concurrency_safe(r#"{"file_path":"a","content":"","old_string":"a","new_string":"b"}"#));
    }
}
