//! Several processes, and one that is killed.

mod support;

use std::process::{Child, Command, Stdio};

use serde_json::json;
use support::Folder;
use tool_sdk::prelude::*;

/// Starts this binary again to make one call in a folder.
fn start(folder: &Folder, tool: &str, arguments: &serde_json::Value) -> Child {
    Command::new(std::env::current_exe().expect("it knows itself"))
        .args(["--exact", "the_call_of_another_process", "--nocapture"])
        .env("CALL_TOOL", tool)
        .env("CALL_ARGUMENTS", arguments.to_string())
        .env("CALL_FOLDER", &folder.root)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

/// What the other process does; nothing in this one.
#[tokio::test]
async fn the_call_of_another_process() {
    let told = |name| std::env::var(name).ok();
    let (Some(tool), Some(arguments), Some(folder)) = (told("CALL_TOOL"), told("CALL_ARGUMENTS"), told("CALL_FOLDER"))
    else {
        return;
    };
    let registry = support::registry(&tool_fs::Workspace::new(folder));
    let outcome = registry.call(ToolCall::new(tool.as_str(), arguments)).await;
    std::process::exit(if outcome.is_ok() { 0 } else { 1 });
}

// contract: T4
// field: F044
#[test]
fn edits_of_one_file_from_several_processes_all_land_or_say_so() {
    let folder = Folder::new();
    for round in 0..10 {
        folder.put("f.txt", (1..=100).map(|n| format!("<{n}>\n")).collect::<String>());
        let edit = |n: usize| json!({"file_path": "f.txt", "old_string": format!("<{n}>"), "new_string": format!("edited {n}")});
        let children: Vec<_> = (1..=6).map(|n| (n, start(&folder, "edit", &edit(n)))).collect();
        let landed: Vec<_> =
            children.into_iter().map(|(n, mut child)| (n, child.wait().expect("it ends").success())).collect();
        let text = String::from_utf8(folder.bytes("f.txt")).expect("text");
        assert_eq!(text.lines().count(), 100);
        for (n, landed) in landed {
            assert_eq!(text.contains(&format!("edited {n}\n")), landed, "round {round}: {text}");
        }
        assert_eq!(folder.names(), ["f.txt"]);
    }
}

// contract: T2
// field: F035
#[test]
fn a_process_killed_while_it_writes_leaves_the_old_content_or_the_new() {
    let folder = Folder::new();
    let (old, new) = ("old\n".repeat(2_000_000), "new\n".repeat(2_000_000));
    folder.put("new.txt", &new);
    let mut seen = (0, 0);
    for wait in (0..60).step_by(3) {
        folder.put("f.txt", &old);
        let all = json!({"file_path": "f.txt", "old_string": "old", "new_string": "new", "replace_all": true});
        let mut child = start(&folder, "edit", &all);
        std::thread::sleep(std::time::Duration::from_millis(wait * 10));
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        let content = folder.bytes("f.txt");
        assert!(content == old.as_bytes() || content == new.as_bytes(), "after {wait}0 ms: {} bytes", content.len());
        if content == old.as_bytes() {
            seen.0 += 1;
        } else {
            seen.1 += 1;
        }
        let left: Vec<_> = folder.names().into_iter().filter(|name| name.starts_with('.')).collect();
        assert!(left.len() <= 1, "{left:?}");
        for name in left {
            let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(folder.at(&name)).expect("it is there"));
            assert_eq!(mode & 0o077, 0, "others may look into {name}");
        }
    }
    assert!(seen.0 > 0, "the first is killed before it wrote: {seen:?}");
    let mut child = start(&folder, "write", &json!({"file_path": "f.txt", "content": "x"}));
    assert!(child.wait().expect("it ends").success());
    assert_eq!(
        (folder.bytes("f.txt"), folder.names()),
        (b"x".to_vec(), vec!["f.txt".to_owned(), "new.txt".to_owned()])
    );
}
