//! A real folder with the tools working in it.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;
use tool_fs::provider::{DiskError, Found, OpenFile, Publication, Published, Stat, Visitor, Walk};
use tool_fs::{Disk, Edit, Glob, Grep, LocalDisk, Read, ReadImage, Workspace, Write};
use tool_sdk::prelude::*;

/// A folder for one test, and a registry whose tools work there.
pub(crate) struct Folder {
    folder: TempDir,
    pub(crate) root: PathBuf,
    pub(crate) registry: Registry,
}

impl Folder {
    /// Tools alone, without memory.
    pub(crate) fn new() -> Self {
        Self::working(|workspace| workspace)
    }

    /// Tools in a workspace that `prepare` makes of the one of this folder.
    pub(crate) fn working(prepare: impl FnOnce(Workspace) -> Workspace) -> Self {
        Self::prepared(|_, workspace| prepare(workspace))
    }

    /// The same for who needs the folder.
    pub(crate) fn prepared(prepare: impl FnOnce(&Path, Workspace) -> Workspace) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let root = folder.path().canonicalize().expect("it exists");
        let registry = registry(&prepare(&root, Workspace::new(&root)));
        Self { folder, root, registry }
    }

    pub(crate) fn with(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let disk = Self::new();
        disk.put(name, bytes);
        disk
    }

    /// Writes a file behind the back of the tools, its folders too.
    pub(crate) fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.at(name);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("the folder is made");
        std::fs::write(path, bytes).expect("the file is written");
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    pub(crate) fn shown(&self, name: &str) -> String {
        self.at(name).display().to_string()
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.at(name)).expect("the file is there")
    }

    /// The names in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.root).expect("the folder is there");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Outcome {
        self.registry.call(ToolCall::new(tool, arguments.to_string()).id("c1")).await
    }

    pub(crate) async fn value(&self, tool: &str, arguments: Value) -> Value {
        let outcome = self.call(tool, arguments).await;
        assert!(outcome.is_ok(), "{}", outcome.text());
        outcome.to_json()["value"].clone()
    }

    /// The code and the message of a failure.
    pub(crate) async fn failure(&self, tool: &str, arguments: Value) -> (String, String) {
        let outcome = self.call(tool, arguments).await.to_json();
        let text = |key: &str| outcome["error"][key].as_str().unwrap_or_else(|| panic!("{outcome}")).to_owned();
        (text("code"), text("message"))
    }
}

/// A registry with every tool in a workspace.
pub(crate) fn registry(workspace: &Workspace) -> Registry {
    let registry = Registry::new();
    registry.register(Read::new(workspace.clone())).expect("read registers").keep();
    registry.register(ReadImage::new(workspace.clone())).expect("read_image registers").keep();
    registry.register(Write::new(workspace.clone())).expect("write registers").keep();
    registry.register(Edit::new(workspace.clone())).expect("edit registers").keep();
    registry.register(Glob::new(workspace.clone())).expect("glob registers").keep();
    registry.register(Grep::new(workspace.clone())).expect("grep registers").keep();
    registry
}

pub(crate) fn make_fifo(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo is there");
    assert!(made.success());
}

/// The disk of this machine, but its walks find one file again and again until they are told to stop, and its publications come
/// back only when their call is cancelled.
#[derive(Debug)]
pub(crate) struct Odd;

impl Disk for Odd {
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        LocalDisk.real_path(path)
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        LocalDisk.stat(path)
    }

    fn link_target(&self, path: &Path) -> io::Result<PathBuf> {
        LocalDisk.link_target(path)
    }

    fn names(&self, folder: &Path, most: usize) -> io::Result<Vec<String>> {
        LocalDisk.names(folder, most)
    }

    fn open(&self, path: &Path) -> Result<OpenFile, DiskError> {
        LocalDisk.open(path)
    }

    fn publish(&self, publication: &Publication<'_>, stop: &dyn Fn() -> bool) -> Result<Published, DiskError> {
        let published = LocalDisk.publish(publication, stop);
        while !stop() {
            std::thread::yield_now();
        }
        published
    }

    fn walk<'a>(&self, walk: &Walk<'_>, visitor: &(dyn Fn() -> Visitor<'a> + Sync)) {
        let (mut visit, file) = (visitor(), walk.root.join("a.txt"));
        while visit(Found::File(&file)) {}
    }
}
