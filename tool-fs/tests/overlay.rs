//! The tools on a disk that keeps in memory what is written: the second implementation of the seam.

mod support;

use std::sync::Arc;

use serde_json::json;
use support::Folder;
use tool_fs::{LocalDisk, Overlay, Workspace};

/// Tools over a real folder that nothing is written to.
fn dry(prepare: impl FnOnce(Workspace) -> Workspace) -> (Folder, Arc<Overlay<LocalDisk>>) {
    let overlay = Arc::new(Overlay::new(LocalDisk));
    let folder = Folder::working(|workspace| prepare(workspace.on(overlay.clone())));
    (folder, overlay)
}

#[tokio::test]
async fn every_tool_sees_what_was_written_and_the_disk_does_not() {
    let (disk, overlay) = dry(|workspace| workspace);
    disk.put("old.txt", "on disk\n");
    disk.put("both.txt", "needle on disk\n");
    disk.value("write", json!({"file_path": "made/new.txt", "content": "needle\n"})).await;
    disk.value("edit", json!({"file_path": "both.txt", "old_string": "on disk", "new_string": "in memory"})).await;

    let value = disk.value("read", json!({"file_path": "made/new.txt"})).await;
    assert_eq!(value["lines"][0]["text"], "needle");
    let value = disk.value("read", json!({"file_path": "both.txt"})).await;
    assert_eq!(value["lines"][0]["text"], "needle in memory");
    let value = disk.value("grep", json!({"pattern": "needle", "mode": "files"})).await;
    assert_eq!(value["paths"], json!(["both.txt", "made/new.txt"]));
    let value = disk.value("glob", json!({"pattern": "**/*.txt"})).await;
    assert_eq!(value["total"], 3);
    let value = disk.value("glob", json!({"pattern": "*", "path": "made"})).await;
    assert_eq!(value["paths"], json!(["made/new.txt"]));
    let (code, message) = disk.failure("read", json!({"file_path": "made"})).await;
    assert_eq!((code.as_str(), message.contains("It holds new.txt")), ("FS_NOT_REGULAR_FILE", true), "{message}");

    assert_eq!(disk.names(), ["both.txt", "old.txt"]);
    assert_eq!(disk.bytes("both.txt"), b"needle on disk\n");
    let written = overlay.written();
    let written: Vec<_> = written.iter().map(|(path, bytes)| (path.clone(), &**bytes)).collect();
    assert_eq!(written, [(disk.at("both.txt"), &b"needle in memory\n"[..]), (disk.at("made/new.txt"), b"needle\n")]);
}

// contract: T4
#[tokio::test]
async fn the_policy_holds_there_too() {
    let (disk, _) = dry(Workspace::remembering);
    disk.put("a.txt", "1");
    let write = json!({"file_path": "a.txt", "content": "2"});
    assert_eq!(disk.failure("write", write.clone()).await.0, "FS_NOT_OBSERVED");
    disk.value("read", json!({"file_path": "a.txt"})).await;
    disk.value("write", write.clone()).await;
    disk.value("write", write).await;
}

// contract: X6
#[tokio::test]
async fn and_so_does_the_confinement() {
    let overlay = Arc::new(Overlay::new(LocalDisk));
    let disk = Folder::prepared(|root, workspace| {
        let confinement = tool_sdk::Confinement::workspace_write([root]).expect("it is a folder");
        workspace.on(overlay.clone()).confined(confinement)
    });
    disk.value("write", json!({"file_path": "a.txt", "content": "2"})).await;
    assert_eq!(disk.failure("write", json!({"file_path": "/etc/x", "content": "2"})).await.0, "FS_SANDBOX_DENIED");
    assert_eq!(overlay.written().len(), 1);
}
