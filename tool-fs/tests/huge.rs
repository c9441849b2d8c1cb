//! Files far larger than what is shown of them: alone in its process, so that the memory which is measured is that of
//! the reading.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio_util::sync::CancellationToken;
use tool_fs::Read;
use tool_sdk::prelude::*;

/// A file of this length that begins with lines of text and then has a hole, which the disk reads as zeros.
fn sparse(folder: &Path, name: &str, length: u64) -> PathBuf {
    let path = folder.join(name);
    let mut file = File::create(&path).expect("a file");
    file.write_all("some text\n".repeat(1_000).as_bytes()).expect("its start is written");
    file.set_len(length).expect("it is made long");
    path
}

/// The same in UTF-16, in which zeros are characters, so that each of them is read.
fn endless(folder: &Path) -> PathBuf {
    let path = folder.join("endless.txt");
    let mut file = File::create(&path).expect("a file");
    let text = "\u{feff}some text\n".repeat(1_000);
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    file.write_all(&bytes).expect("its start is written");
    file.set_len(1 << 38).expect("it is made long");
    path
}

/// The most memory that this process has had, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the kernel tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak is told");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

fn registry() -> Registry {
    let registry = Registry::new();
    registry.register(Read::default()).expect("read registers").keep();
    registry
}

fn call(path: &Path, offset: u64) -> ToolCall<'static> {
    ToolCall::new("read", json!({"file_path": path, "offset": offset}).to_string())
}

// contract: T3
// field: F029
#[tokio::test]
async fn a_huge_file_is_never_held_in_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = sparse(folder.path(), "huge.txt", 200 << 20);
    let registry = registry();
    let before = peak();
    let outcome = registry.call(call(&path, 1_001)).await.to_json();
    assert_eq!(outcome["value"]["totalLines"], 1_001);
    assert_eq!(outcome["value"]["lines"][0]["text"], "\0".repeat(2_000));
    let grown = peak() - before;
    assert!(grown < 8 << 20, "reading 200 MiB took {grown} bytes of memory");
}

// contract: T3
#[tokio::test]
async fn a_hole_costs_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = sparse(folder.path(), "hole.txt", 10 << 30);
    let start = Instant::now();
    let outcome = registry().call(call(&path, 1_001)).await.to_json();
    let line = &outcome["value"]["lines"][0];
    assert_eq!(
        (&outcome["value"]["totalLines"], &line["cut"]),
        (&json!(1_001), &json!((10_u64 << 30) - 10_000 - 2_000))
    );
    let empty = sparse(folder.path(), "zeros", 0);
    File::options().write(true).open(&empty).expect("a file").set_len(10 << 30).expect("it is made long");
    let outcome = registry().call(call(&empty, 1)).await.to_json();
    assert_eq!(outcome["error"]["code"], "FS_NOT_TEXT", "zeros alone are no text");
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}

// contract: E9
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_call_stops_reading() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = endless(folder.path());
    let signal = CancellationToken::new();
    let registry = registry();
    let start = Instant::now();
    let cancel = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        signal.cancel();
    };
    let (outcome, ()) = tokio::join!(registry.call(call(&path, 1).cancelled_by(signal.clone())), cancel);
    assert_eq!(outcome.to_json()["error"]["code"], "ABORTED");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

// contract: E9
#[test]
fn an_abandoned_call_leaves_no_thread_reading() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = endless(folder.path());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    runtime.block_on(async {
        let registry = registry();
        let abandoned = tokio::time::timeout(Duration::from_millis(100), registry.call(call(&path, 1))).await;
        assert!(abandoned.is_err(), "the file is too long to be read by then");
    });
    let start = Instant::now();
    // Dropping a runtime waits for the threads of its blocking pool.
    drop(runtime);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}
