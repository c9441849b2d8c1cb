//! One writer at a time for each file, within this process.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::time::Duration;

/// How long a waiting writer sleeps before it asks whether its call was cancelled.
const ASK: Duration = Duration::from_millis(20);

static HELD: LazyLock<(Mutex<HashSet<PathBuf>>, Condvar)> = LazyLock::new(Default::default);

/// The right to write one file, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock(PathBuf);

/// Waits until nobody else in this process writes the file at this real path; nothing when told to stop.
///
/// Correctness does not hang on it, since what is published is checked against what was read. It spares writers of one file the
/// work of doing everything again.
pub(crate) fn lock(path: &Path, stop: &dyn Fn() -> bool) -> Option<Lock> {
    let (held, freed) = &*HELD;
    let mut paths = unpoisoned(held.lock());
    while !paths.insert(path.to_owned()) {
        if stop() {
            return None;
        }
        paths = freed.wait_timeout(paths, ASK).unwrap_or_else(PoisonError::into_inner).0;
    }
    Some(Lock(path.to_owned()))
}

impl Drop for Lock {
    fn drop(&mut self) {
        let (held, freed) = &*HELD;
        unpoisoned(held.lock()).remove(&self.0);
        freed.notify_all();
    }
}

fn unpoisoned<T>(lock: Result<T, PoisonError<T>>) -> T {
    lock.unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_writer_waits_or_is_told_to_stop() {
        let path = Path::new("/lock/test");
        let first = lock(path, &|| false).unwrap();
        assert!(lock(path, &|| true).is_none());
        assert!(lock(Path::new("/lock/other"), &|| true).is_some());
        let second = std::thread::spawn(|| lock(Path::new("/lock/test"), &|| false).is_some());
        std::thread::sleep(Duration::from_millis(5));
        assert!(!second.is_finished());
        drop(first);
        assert!(second.join().unwrap());
    }
}
