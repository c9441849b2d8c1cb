//! The session log and replay.

use std::path::PathBuf;

use tool_sdk::session::{Line, LogReader};

/// A log that hears every call of a scope.
mod attach;
/// The writer is killed again and again.
mod crash;
/// Cards while calls run.
mod live;
/// One log: lines, order, what is refused.
mod log;
/// Cards that come back.
mod replay;

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Folder {
    fn of(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tool-sdk-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn log(&self) -> PathBuf {
        self.0.join("session.jsonl")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The events of a log, in the debug form, and how many lines are broken.
fn kinds(path: &std::path::Path) -> (Vec<String>, usize) {
    let mut reader = LogReader::open(path).expect("the log opens");
    let (mut kinds, mut broken) = (Vec::new(), 0);
    while let Some(line) = reader.next().expect("the log is read") {
        match line {
            Line::Event(entry) => kinds.push(entry.event.kind().to_owned()),
            Line::Broken { .. } => broken += 1,
            _ => {}
        }
    }
    (kinds, broken)
}
