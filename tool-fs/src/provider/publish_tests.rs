//! New content on a real disk, with every step going wrong in turn.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::fault::tests::{Fault, arm, disarm};
use super::super::staging::staging_name;
use super::super::{Disk as _, LocalDisk};
use super::*;

const OLD: &[u8] = b"the old content";
const NEW: &[u8] = b"something else";

/// More steps than a publication has.
const MANY: u32 = 40;

/// A folder for one test, by its real path.
fn disk() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let real = folder.path().canonicalize().expect("it exists");
    (folder, real)
}

fn put(path: &Path, expected: Expected) -> Result<Published, DiskError> {
    publish(&Publication { path, pieces: &[&NEW[..4], &NEW[4..]], expected, within: None }, &|| false)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

// contract: T2
#[test]
fn whichever_step_fails_the_old_file_stays_alone() {
    let (_folder, root) = disk();
    let path = root.join("a.txt");
    let mut failed = 0;
    for step in 0..MANY {
        fs::write(&path, OLD).unwrap();
        arm(step, Fault::Error);
        let result = put(&path, Expected::Anything);
        if disarm() {
            assert!(result.is_ok(), "no step is left to fail");
            break;
        }
        failed += 1;
        assert!(result.is_err(), "step {step}");
        assert_eq!(fs::read(&path).unwrap(), OLD, "step {step}");
        assert_eq!(names(&root), ["a.txt"], "step {step}");
    }
    assert!((5..MANY).contains(&failed), "{failed} steps");
}

// contract: T2
#[test]
fn whichever_step_fails_nothing_new_is_left() {
    let (_folder, root) = disk();
    for step in 0..MANY {
        arm(step, Fault::Error);
        let result = put(&root.join("made/on the way/a.txt"), Expected::Absent);
        if disarm() {
            assert!(result.is_ok() && step > 6);
            return;
        }
        assert!(result.is_err(), "step {step}");
        assert_eq!(names(&root), Vec::<String>::new(), "step {step}");
    }
    panic!("a publication has fewer steps");
}

/// The process in which the next test kills itself: it is this test, told so by its environment.
#[test]
fn killed_at_a_step() {
    let (Ok(path), Ok(step)) = (std::env::var("PUBLISH_AND_DIE"), std::env::var("AT_STEP")) else { return };
    arm(step.parse().unwrap(), Fault::Kill);
    put(Path::new(&path), Expected::Anything).unwrap();
    std::process::exit(77);
}

// contract: T2
#[test]
fn killed_at_whichever_step_one_private_folder_is_left_and_the_next_write_removes_it() {
    let (_folder, root) = disk();
    let path = root.join("a.txt");
    for existing in [true, false] {
        for step in 0..MANY {
            let _ = fs::remove_file(&path);
            if existing {
                fs::write(&path, OLD).unwrap();
            }
            let this = std::env::current_exe().unwrap();
            let ended = Command::new(this)
                .args(["--exact", "provider::publish::tests::killed_at_a_step", "--nocapture"])
                .env("PUBLISH_AND_DIE", &path)
                .env("AT_STEP", step.to_string())
                .output()
                .unwrap();
            if ended.status.code() == Some(77) {
                assert!(step > 4, "{step}");
                break;
            }
            assert_eq!(std::os::unix::process::ExitStatusExt::signal(&ended.status), Some(9), "{ended:?}");
            match fs::read(&path) {
                Ok(content) => assert!(content == OLD || content == NEW, "step {step}"),
                Err(_) => assert!(!existing, "step {step}"),
            }
            let left: Vec<_> = names(&root).into_iter().filter(|name| name != "a.txt").collect();
            assert!(left.len() <= 1, "step {step}: {left:?}");
            for name in left {
                assert_eq!(mode(&root.join(name)) & 0o077, 0, "step {step}: others may look in");
            }
            put(&path, Expected::Anything).unwrap();
            assert_eq!(names(&root), ["a.txt"], "step {step}: the next write leaves the staging there");
            assert_eq!(fs::read(&path).unwrap(), NEW);
        }
    }
}

// contract: T2
#[test]
fn told_to_stop_it_leaves_the_old_file() {
    let (_folder, root) = disk();
    let path = root.join("a.txt");
    fs::write(&path, OLD).unwrap();
    for asked in 0..8 {
        let count = std::cell::Cell::new(0);
        let stop = || {
            count.set(count.get() + 1);
            count.get() > asked
        };
        let publication = Publication { path: &path, pieces: &[NEW], expected: Expected::Anything, within: None };
        let result = publish(&publication, &stop);
        let content = fs::read(&path).unwrap();
        match result {
            Err(DiskError::Stopped) => assert_eq!(content, OLD),
            Ok(_) => assert_eq!(content, NEW),
            Err(other) => panic!("{other:?}"),
        }
        assert_eq!(names(&root), ["a.txt"]);
    }
    assert_eq!(fs::read(&path).unwrap(), NEW, "asked often enough, it comes to its end");
}

// contract: T4
#[test]
fn it_is_published_only_in_the_expected_state() {
    let (_folder, root) = disk();
    let path = root.join("a.txt");
    assert!(matches!(put(&path, Expected::Unchanged(crate::provider::Version::new([0; 5]))), Err(DiskError::Changed)));
    fs::write(&path, OLD).unwrap();
    let version = LocalDisk.stat(&path).unwrap().version;
    assert!(matches!(put(&path, Expected::Absent), Err(DiskError::Exists)));
    fs::write(&path, "the new length tells").unwrap();
    assert!(matches!(put(&path, Expected::Unchanged(version)), Err(DiskError::Changed)));
    let version = LocalDisk.stat(&path).unwrap().version;
    let published = put(&path, Expected::Unchanged(version)).unwrap();
    assert_eq!(published.stat.version, LocalDisk.stat(&path).unwrap().version);
    assert!(!published.created && put(&root.join("b"), Expected::Absent).unwrap().created);
    assert_eq!(names(&root), ["a.txt", "b"]);
}

// contract: T4
#[test]
fn a_change_while_it_is_written_is_not_overwritten() {
    let (_folder, root) = disk();
    let path = root.join("a.txt");
    for asked in 1..=3 {
        fs::write(&path, OLD).unwrap();
        let version = LocalDisk.stat(&path).unwrap().version;
        let count = std::cell::Cell::new(0);
        // Somebody else writes in place, between the steps: the last time right before the rename.
        let stop = || {
            count.set(count.get() + 1);
            if count.get() == asked {
                fs::write(&path, "by somebody else, and longer").unwrap();
            }
            false
        };
        let publication =
            Publication { path: &path, pieces: &[NEW], expected: Expected::Unchanged(version), within: None };
        assert!(matches!(publish(&publication, &stop), Err(DiskError::Changed)), "changed at {asked}");
        assert_eq!((count.get() >= asked, fs::read(&path).unwrap()), (true, b"by somebody else, and longer".to_vec()));
        assert_eq!(names(&root), ["a.txt"]);
    }
}

// contract: T4
#[test]
fn of_two_that_create_one_file_one_is_told() {
    let (_folder, root) = disk();
    for round in 0..50 {
        let path = root.join(format!("{round}"));
        let results: Vec<_> = std::thread::scope(|scope| {
            let both: Vec<_> = (0..2).map(|_| scope.spawn(|| put(&path, Expected::Absent))).collect();
            both.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
        assert!(results.iter().any(|result| matches!(result, Err(DiskError::Exists))));
    }
    assert_eq!(names(&root).len(), 50);
}

// contract: T1
// field: F034
#[test]
fn mode_owner_and_attributes_stay() {
    let (_folder, root) = disk();
    let path = root.join("run.sh");
    for wanted in [0o755, 0o640, 0o600, 0o4755, 0o664] {
        fs::write(&path, OLD).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
        let old = File::open(&path).unwrap();
        let marked = rustix::fs::fsetxattr(&old, "user.kept", b"yes", rustix::fs::XattrFlags::empty());
        put(&path, Expected::Anything).unwrap();
        assert_eq!(mode(&path), wanted);
        if marked.is_ok() {
            let mut value = [0; 8];
            let length = rustix::fs::getxattr(&path, "user.kept", &mut value[..]).unwrap();
            assert_eq!(&value[..length], b"yes");
        }
    }
}

// field: F034
#[test]
fn a_new_file_has_the_mode_that_the_process_gives() {
    let (_folder, root) = disk();
    put(&root.join("ours"), Expected::Absent).unwrap();
    fs::write(root.join("theirs"), "").unwrap();
    assert_eq!(mode(&root.join("ours")), mode(&root.join("theirs")));
}

#[test]
fn the_superuser_keeps_the_owner() {
    let (_folder, root) = disk();
    let path = root.join("a.txt");
    fs::write(&path, OLD).unwrap();
    if std::os::unix::fs::chown(&path, Some(12_345), Some(54_321)).is_err() {
        return;
    }
    put(&path, Expected::Anything).unwrap();
    let kept = fs::metadata(&path).unwrap();
    assert_eq!((kept.uid(), kept.gid()), (12_345, 54_321));
}

#[test]
fn another_name_of_the_file_keeps_the_old_content() {
    let (_folder, root) = disk();
    let (path, other) = (root.join("a"), root.join("b"));
    fs::write(&path, OLD).unwrap();
    fs::hard_link(&path, &other).unwrap();
    assert!(put(&path, Expected::Anything).unwrap().split);
    assert_eq!((fs::read(&path).unwrap(), fs::read(&other).unwrap()), (NEW.to_vec(), OLD.to_vec()));
    assert!(!put(&path, Expected::Anything).unwrap().split);
}

// contract: X6
#[test]
fn a_confined_write_follows_no_link_that_was_put_in_its_way() {
    let (_folder, root) = disk();
    let (inside, outside) = (root.join("inside"), root.join("outside"));
    fs::create_dir_all(inside.join("sub")).unwrap();
    fs::create_dir(&outside).unwrap();
    let publish_at = |path: &Path| {
        publish(&Publication { path, pieces: &[NEW], expected: Expected::Anything, within: Some(&inside) }, &|| false)
    };
    publish_at(&inside.join("sub/a")).unwrap();
    assert!(matches!(publish_at(&outside.join("a")), Err(DiskError::Outside)));
    assert!(matches!(publish_at(&inside.join("../outside/a")), Err(DiskError::Outside)));
    // As if somebody had turned it after the path was found to be inside.
    fs::remove_dir_all(inside.join("sub")).unwrap();
    symlink(&outside, inside.join("sub")).unwrap();
    assert!(matches!(publish_at(&inside.join("sub/a")), Err(DiskError::Outside)));
    assert!(matches!(publish_at(&inside.join("sub/new/a")), Err(DiskError::Outside)));
    symlink(outside.join("target"), inside.join("link")).unwrap();
    assert!(publish_at(&inside.join("link")).is_err());
    assert_eq!(names(&outside), Vec::<String>::new());
}

// contract: X6
#[test]
fn links_that_are_turned_all_the_time_lead_nobody_out() {
    let (_folder, root) = disk();
    let (inside, outside) = (root.join("inside"), root.join("outside"));
    fs::create_dir_all(inside.join("real")).unwrap();
    fs::create_dir(&outside).unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                let _ = fs::rename(inside.join("real"), inside.join("sub"));
                let _ = fs::rename(inside.join("sub"), inside.join("real"));
                let _ = symlink(&outside, inside.join("sub"));
                let _ = fs::remove_file(inside.join("sub"));
            }
        });
        for _ in 0..500 {
            let path = inside.join("sub/a");
            let publication =
                Publication { path: &path, pieces: &[NEW], expected: Expected::Anything, within: Some(&inside) };
            let _ = publish(&publication, &|| false);
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(names(&outside), Vec::<String>::new());
}

#[test]
fn what_is_no_regular_file_is_not_replaced() {
    let (_folder, root) = disk();
    fs::create_dir(root.join("folder")).unwrap();
    assert!(matches!(put(&root.join("folder"), Expected::Anything), Err(DiskError::NotRegular(_))));
    assert!(Command::new("mkfifo").arg(root.join("fifo")).status().unwrap().success());
    assert!(matches!(put(&root.join("fifo"), Expected::Anything), Err(DiskError::NotRegular(_))));
    assert_eq!(names(&root), ["fifo", "folder"]);
    assert!(put(Path::new("/"), Expected::Anything).is_err());
}

#[test]
fn the_longest_name_has_a_staging_too() {
    let (_folder, root) = disk();
    let name = "n".repeat(255);
    assert!(staging_name(name.as_ref()).len() <= 255);
    put(&root.join(&name), Expected::Anything).unwrap();
    assert_eq!(names(&root), [name]);
}

// contract: T2
#[test]
fn somebody_elses_staging_is_waited_for_and_not_taken() {
    let (_folder, root) = disk();
    let path = root.join("a");
    let folder = Folder::open(&root, None).unwrap();
    let held = Staging::make(&folder, "a".as_ref(), &|| false).unwrap();
    let start = std::time::Instant::now();
    let stop = || start.elapsed().as_millis() > 50;
    let publication = Publication { path: &path, pieces: &[NEW], expected: Expected::Anything, within: None };
    assert!(matches!(publish(&publication, &stop), Err(DiskError::Stopped)));
    assert_eq!(names(&root), [".a.tool-fs-new"]);
    drop(held);
    put(&path, Expected::Anything).unwrap();
    assert_eq!(names(&root), ["a"]);
}
