//! What is told of a search that takes long.

mod support;

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};

use serde_json::json;
use support::Folder;
use tool_fs::provider::{DiskError, OpenFile, Publication, Published, Stat, Visitor, Walk};
use tool_fs::{Disk, Glob, Grep, LocalDisk, Workspace};
use tool_sdk::prelude::*;

/// A disk that goes through its files and is not done before somebody says so.
#[derive(Debug, Default)]
struct Slow {
    told: Mutex<bool>,
    changed: Condvar,
}

impl Slow {
    fn go_on(&self) {
        *self.told.lock().unwrap() = true;
        self.changed.notify_all();
    }
}

impl Disk for Slow {
    fn real_path(&self, path: &Path) -> std::io::Result<std::path::PathBuf> {
        LocalDisk.real_path(path)
    }

    fn stat(&self, path: &Path) -> std::io::Result<Stat> {
        LocalDisk.stat(path)
    }

    fn link_target(&self, path: &Path) -> std::io::Result<std::path::PathBuf> {
        LocalDisk.link_target(path)
    }

    fn names(&self, folder: &Path, most: usize) -> std::io::Result<Vec<String>> {
        LocalDisk.names(folder, most)
    }

    fn open(&self, path: &Path) -> Result<OpenFile, DiskError> {
        LocalDisk.open(path)
    }

    fn publish(&self, publication: &Publication<'_>, stop: &dyn Fn() -> bool) -> Result<Published, DiskError> {
        LocalDisk.publish(publication, stop)
    }

    fn walk<'a>(&self, walk: &Walk<'_>, visitor: &(dyn Fn() -> Visitor<'a> + Sync)) {
        LocalDisk.walk(walk, visitor);
        let mut told = self.told.lock().unwrap();
        while !*told {
            told = self.changed.wait(told).unwrap();
        }
    }
}

// contract: E13
#[tokio::test]
async fn a_search_that_takes_longer_than_a_second_says_how_far_it_is() {
    let disk = Folder::new();
    (0..2_000).for_each(|n| disk.put(&format!("{n}.txt"), "x"));
    for (tool, arguments) in [("glob", json!({"pattern": "7.txt"})), ("grep", json!({"pattern": "x", "mode": "count"}))]
    {
        let slow = Arc::new(Slow::default());
        let workspace = Workspace::new(&disk.root).on(slow.clone());
        let registry = Registry::new();
        registry.register_all(tools![Glob::new(workspace.clone()), Grep::new(workspace)]).expect("free names").keep();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let list = heard.clone();
        let call = ToolCall::new(tool, arguments.to_string()).on_progress(move |progress| {
            list.lock().unwrap().push(progress.message.unwrap_or_default());
            if progress.done > 0.0 {
                slow.go_on();
            }
        });
        let outcome = registry.call(call).await;
        assert!(outcome.is_ok(), "{}", outcome.text());
        let heard = heard.lock().unwrap().clone();
        let last = heard.last().expect("it was told before it could end");
        let files: u32 = last.trim_end_matches(" files searched").parse().expect("a number of files");
        assert!((1..=2_000).contains(&files), "{heard:?}");
    }
}
