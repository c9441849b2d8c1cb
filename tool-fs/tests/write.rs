//! The tool `write`, called as a model calls it, on a real disk.

mod support;

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use support::{Folder, make_fifo};
use tokio_util::sync::CancellationToken;
use tool_fs::WriteOutput;
use tool_sdk::Confinement;
use tool_sdk::prelude::*;

// contract: E7, S1
#[tokio::test]
async fn a_new_file_and_its_folders_are_made() {
    let disk = Folder::new();
    let outcome = disk.call("write", json!({"file_path": "a/b/c.txt", "content": "hello\n"})).await;
    let path = disk.shown("a/b/c.txt");
    assert_eq!(
        outcome.to_json()["value"],
        json!({"path": path, "operation": "create", "bytes": 6, "before": null, "after": "hello\n"})
    );
    assert_eq!(outcome.text(), format!("Created file {path} (6 bytes)."));
    assert_eq!(disk.bytes("a/b/c.txt"), b"hello\n");
}

// contract: T1
// field: F043
#[tokio::test]
async fn an_old_file_gets_exactly_the_content() {
    let disk = Folder::with("a.txt", "old\r\n");
    for content in ["hi\n", "no end", "cr\r\nlf\nmixed\r", "", "\n", "nul \0 and é"] {
        let value = disk.value("write", json!({"file_path": "a.txt", "content": content})).await;
        assert_eq!((&value["operation"], &value["after"]), (&json!("update"), &json!(content)));
        assert_eq!(disk.bytes("a.txt"), content.as_bytes());
        assert_eq!(value["bytes"], content.len());
    }
    assert_eq!(disk.names(), ["a.txt"]);
}

// field: F046
#[tokio::test]
async fn empty_content_is_content_and_none_is_an_error() {
    let disk = Folder::new();
    disk.value("write", json!({"path": "e.jsonl", "content": ""})).await;
    assert_eq!(disk.bytes("e.jsonl"), b"");
    disk.value("write", json!({"path": "n.txt", "content": "\n"})).await;
    assert_eq!(disk.bytes("n.txt"), b"\n");
    for arguments in [json!({"path": "no.txt"}), json!({"path": "no.txt", "content": null})] {
        let (code, message) = disk.failure("write", arguments).await;
        assert_eq!(code, "INVALID_ARGS");
        assert!(message.contains("content"), "{message}");
    }
    assert_eq!(disk.names(), ["e.jsonl", "n.txt"]);
}

// contract: T1
// field: F040
#[tokio::test]
async fn a_byte_order_mark_stays_and_the_result_says_so() {
    let disk = Folder::with("a.ps1", b"\xef\xbb\xbfhello\n");
    let outcome = disk.call("write", json!({"file_path": "a.ps1", "content": "new\n"})).await;
    let value = outcome.to_json()["value"].clone();
    assert_eq!(disk.bytes("a.ps1"), b"\xef\xbb\xbfnew\n");
    assert_eq!(
        (&value["before"], &value["after"], &value["notes"], &value["bytes"]),
        (&json!("hello\n"), &json!("new\n"), &json!(["kept-byte-order-mark"]), &json!(7))
    );
    assert!(outcome.text().ends_with("It keeps its byte order mark."), "{}", outcome.text());
    let value = disk.value("write", json!({"file_path": "a.ps1", "content": "\u{feff}own\n"})).await;
    assert_eq!((disk.bytes("a.ps1"), value.get("notes")), (b"\xef\xbb\xbfown\n".to_vec(), None));
}

// contract: T1
// field: F031
#[tokio::test]
async fn a_marked_utf_16_file_stays_one() {
    for (mark, encode) in [
        (
            &b"\xff\xfe"[..],
            (|text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect()) as fn(&str) -> Vec<u8>,
        ),
        (b"\xfe\xff", |text| text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
    ] {
        let disk = Folder::with("a.reg", [mark, &encode("old é\r\n")].concat());
        let value = disk.value("write", json!({"file_path": "a.reg", "content": "new 😀\r\n"})).await;
        assert_eq!(disk.bytes("a.reg"), [mark, &encode("new 😀\r\n")].concat());
        assert_eq!(
            (&value["before"], &value["after"], &value["notes"]),
            (&json!("old é\r\n"), &json!("new 😀\r\n"), &json!(["kept-utf-16"]))
        );
    }
}

// contract: T1
#[tokio::test]
async fn a_link_stays_and_its_file_is_written() {
    let disk = Folder::with("real.txt", "old");
    symlink("real.txt", disk.at("link")).unwrap();
    symlink("not-yet.txt", disk.at("dangling")).unwrap();
    disk.value("write", json!({"file_path": "link", "content": "new"})).await;
    disk.value("write", json!({"file_path": "dangling", "content": "made"})).await;
    assert_eq!((disk.bytes("real.txt"), disk.bytes("not-yet.txt")), (b"new".to_vec(), b"made".to_vec()));
    assert!(fs::symlink_metadata(disk.at("link")).unwrap().is_symlink());
    assert!(fs::symlink_metadata(disk.at("dangling")).unwrap().is_symlink());
}

// contract: T3
// field: F022, F023
#[tokio::test]
async fn what_is_no_regular_file_is_not_written() {
    let disk = Folder::new();
    make_fifo(&disk.at("pipe"));
    fs::create_dir(disk.at("folder")).unwrap();
    symlink("/dev/null", disk.at("null")).unwrap();
    for (name, named) in
        [("pipe", "FIFO"), ("folder", "is a directory"), ("null", "character device"), (".", "directory")]
    {
        let (code, message) = disk.failure("write", json!({"file_path": name, "content": "x"})).await;
        assert_eq!((code.as_str(), message.contains(named)), ("FS_NOT_REGULAR_FILE", true), "{name}: {message}");
    }
    let (code, message) = disk.failure("write", json!({"file_path": "null/x", "content": "x"})).await;
    assert_eq!(code, "FS_NOT_DIRECTORY", "{message}");
    assert_eq!(disk.names(), ["folder", "null", "pipe"]);
}

// field: F017
#[tokio::test]
async fn a_nul_in_a_path_creates_nothing() {
    let disk = Folder::new();
    let (code, message) = disk.failure("write", json!({"file_path": "a.txt\0.png", "content": "x"})).await;
    assert_eq!((code.as_str(), message.contains("NUL")), ("INVALID_ARGS", true), "{message}");
    assert_eq!(disk.names(), Vec::<String>::new());
}

// contract: T4, P6
#[tokio::test]
async fn a_tool_alone_writes_unseen_files() {
    let disk = Folder::with("a.txt", "old");
    let value = disk.value("write", json!({"file_path": "a.txt", "content": "new"})).await;
    assert_eq!((&value["before"], &value["after"]), (&json!("old"), &json!("new")));
}

// contract: T4
#[tokio::test]
async fn what_was_not_read_or_has_changed_is_not_overwritten() {
    let disk = Folder::working(tool_fs::Workspace::remembering);
    disk.put("a.txt", "1\n2\n3\n");
    let write = json!({"file_path": "a.txt", "content": "new"});
    let (code, message) = disk.failure("write", write.clone()).await;
    assert_eq!((code.as_str(), message.contains("Read it, then retry")), ("FS_NOT_OBSERVED", true), "{message}");

    disk.value("read", json!({"file_path": "./a.txt", "limit": 1})).await;
    disk.put("a.txt", "another length");
    let (code, message) = disk.failure("write", write.clone()).await;
    assert_eq!((code.as_str(), message.contains("Read it again, then retry")), ("FS_STALE_VERSION", true), "{message}");
    assert_eq!(disk.bytes("a.txt"), b"another length");

    disk.value("read", json!({"file_path": "a.txt"})).await;
    disk.value("write", write.clone()).await;
    disk.value("edit", json!({"file_path": "a.txt", "old_string": "new", "new_string": "newer"})).await;
    disk.value("write", write).await;
    fs::remove_file(disk.at("a.txt")).unwrap();
    let (code, _) = disk.failure("write", json!({"file_path": "a.txt", "content": "x"})).await;
    assert_eq!(code, "FS_STALE_VERSION", "it was there when it was seen");
}

// contract: T4
#[tokio::test]
async fn a_change_of_the_same_size_in_the_same_tick_is_seen() {
    let disk = Folder::working(tool_fs::Workspace::remembering);
    for round in 0..50 {
        let name = format!("{round}.txt");
        disk.put(&name, "one");
        disk.value("read", json!({"file_path": name})).await;
        // In place, at once, and with the old times: nothing but the content tells.
        let times = fs::metadata(disk.at(&name)).unwrap().modified().unwrap();
        fs::write(disk.at(&name), "two").unwrap();
        fs::File::options().write(true).open(disk.at(&name)).unwrap().set_modified(times).unwrap();
        let (code, _) = disk.failure("write", json!({"file_path": name, "content": "x"})).await;
        assert_eq!(code, "FS_STALE_VERSION", "round {round}");
        assert_eq!(disk.bytes(&name), b"two");
    }
}

// contract: T4
#[tokio::test]
async fn a_file_that_was_looked_for_in_vain_may_be_made() {
    let disk = Folder::working(tool_fs::Workspace::remembering);
    disk.failure("read", json!({"file_path": "a.txt"})).await;
    disk.value("write", json!({"file_path": "a.txt", "content": "mine"})).await;
    disk.value("edit", json!({"file_path": "a.txt", "old_string": "mine", "new_string": "ours"})).await;
    disk.failure("read", json!({"file_path": "b.txt"})).await;
    disk.put("b.txt", "somebody's");
    let (code, _) = disk.failure("write", json!({"file_path": "b.txt", "content": "mine"})).await;
    assert_eq!((code.as_str(), disk.bytes("b.txt")), ("FS_NOT_OBSERVED", b"somebody's".to_vec()));
}

// contract: X6
#[tokio::test]
async fn a_confined_write_stays_in_its_roots() {
    let disk = Folder::prepared(|root, workspace| {
        fs::create_dir(root.join("in")).unwrap();
        workspace.confined(Confinement::workspace_write([root.join("in")]).unwrap())
    });
    fs::create_dir(disk.at("out")).unwrap();
    symlink("../out", disk.at("in/link")).unwrap();
    disk.value("write", json!({"file_path": "in/new/a.txt", "content": "x"})).await;
    for path in ["a.txt", "in/../a.txt", "in/link/a.txt", "/etc/a.txt"] {
        let (code, message) = disk.failure("write", json!({"file_path": path, "content": "x"})).await;
        assert_eq!(
            (code.as_str(), message.contains("sandbox_permissions")),
            ("FS_SANDBOX_DENIED", false),
            "{path}: {message}"
        );
    }
    let asked = json!({"file_path": "a.txt", "content": "x", "sandbox_permissions": "danger-full-access", "justification": "tests"});
    let (code, _) = disk.failure("write", asked).await;
    assert_eq!(code, "INVALID_ARGS", "nobody is there to be asked");
    for alone in [json!({"justification": "tests"}), json!({"sandbox_permissions": "danger-full-access"})] {
        let mut arguments = json!({"file_path": "in/a.txt", "content": "x"});
        arguments.as_object_mut().unwrap().extend(alone.as_object().unwrap().clone());
        assert_eq!(disk.failure("write", arguments).await.0, "INVALID_ARGS");
    }
    assert_eq!(disk.names(), ["in", "out"]);
    assert_eq!(fs::read_dir(disk.at("out")).unwrap().count(), 0);
}

// contract: T2
// field: F035
#[tokio::test]
async fn a_full_disk_leaves_the_old_file_alone() {
    let disk = Folder::new();
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "none"]).arg(&disk.root).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: only the superuser may mount a small disk");
        return;
    }
    disk.put("keep.txt", "0123456789");
    let (code, message) =
        disk.failure("write", json!({"file_path": disk.at("keep.txt"), "content": "x".repeat(200 << 10)})).await;
    let left = (disk.bytes("keep.txt"), disk.names());
    let unmounted = Command::new("umount").arg(&disk.root).status().expect("umount is there");
    assert!(unmounted.success());
    assert_eq!(code, "FS_IO_ERROR");
    assert!(message.contains("could not be written") && message.contains("space"), "{message}");
    assert_eq!(left, (b"0123456789".to_vec(), vec!["keep.txt".to_owned()]));
}

// contract: T1
// field: F034
#[tokio::test]
async fn the_mode_stays() {
    let disk = Folder::with("run.sh", "echo a\n");
    for mode in [0o755, 0o640] {
        fs::set_permissions(disk.at("run.sh"), fs::Permissions::from_mode(mode)).unwrap();
        disk.value("write", json!({"file_path": "run.sh", "content": format!("echo {mode}\n")})).await;
        disk.value("edit", json!({"file_path": "run.sh", "old_string": "echo", "new_string": "printf"})).await;
        assert_eq!(fs::metadata(disk.at("run.sh")).unwrap().permissions().mode() & 0o7777, mode);
    }
}

// contract: U5
#[tokio::test]
async fn the_changed_places_are_data() {
    let disk = Folder::with("a.txt", (1..=20).map(|n| format!("{n}\n")).collect::<String>());
    let changed: String = (1..=20).map(|n| if n == 10 { "ten\n".to_owned() } else { format!("{n}\n") }).collect();
    let outcome = disk.call("write", json!({"file_path": "a.txt", "content": changed})).await;
    let value: &WriteOutput = outcome.value().and_then(|value| value.downcast_ref()).expect("a value");
    let hunks = value.hunks();
    assert_eq!(hunks.len(), 1);
    assert_eq!((hunks[0].old_start, hunks[0].new.as_str()), (7, "7\n8\n9\nten\n11\n12\n13\n"));
    let again: WriteOutput =
        tool_sdk::args::decode_value(&outcome.value().unwrap().to_text()).expect("the same value from its JSON");
    assert_eq!(again.hunks(), hunks);
}

// contract: T1
#[tokio::test]
async fn an_old_file_that_is_no_text_has_no_text_before() {
    let disk = Folder::with("a.bin", b"\x7fELF\0\0");
    let value = disk.value("write", json!({"file_path": "a.bin", "content": "text"})).await;
    assert_eq!((&value["before"], &value["after"]), (&Value::Null, &json!("text")));
    disk.put("latin", b"caf\xe9");
    let value = disk.value("write", json!({"file_path": "latin", "content": "text"})).await;
    assert_eq!(value["before"], Value::Null);
}

/// The message of a call that is cancelled while it runs.
async fn cancelled(folder: &Folder, tool: &str, arguments: Value) -> String {
    let signal = CancellationToken::new();
    let call = ToolCall::new(tool, arguments.to_string()).cancelled_by(signal.clone());
    let cancel = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        signal.cancel();
    };
    let (outcome, ()) = tokio::join!(folder.registry.call(call), cancel);
    let outcome = outcome.to_json();
    assert_eq!(outcome["error"]["code"], "ABORTED");
    outcome["error"]["message"].as_str().expect("a message").to_owned()
}

// contract: T2, E9
#[tokio::test]
async fn a_cancelled_call_says_whether_the_file_was_written() {
    let calls = [
        ("write", json!({"file_path": "a.txt", "content": "new"})),
        ("edit", json!({"file_path": "a.txt", "old_string": "old", "new_string": "new"})),
    ];
    for (tool, arguments) in calls {
        // Somebody else is writing the file and does not come to an end.
        let folder = Folder::with("a.txt", "old");
        fs::create_dir(folder.at(".a.txt.tool-fs-new")).unwrap();
        let staging = fs::File::open(folder.at(".a.txt.tool-fs-new")).unwrap();
        staging.lock().unwrap();
        let message = cancelled(&folder, tool, arguments.clone()).await;
        assert!(message.contains("a.txt is as it was"), "{message}");
        assert_eq!(folder.bytes("a.txt"), b"old");

        let folder = Folder::working(|workspace| workspace.on(Arc::new(support::Odd)));
        folder.put("a.txt", "old");
        let message = cancelled(&folder, tool, arguments).await;
        assert!(message.contains("after") && message.contains("a.txt was written"), "{message}");
        assert_eq!((folder.bytes("a.txt"), folder.names()), (b"new".to_vec(), vec!["a.txt".to_owned()]));
    }
}
