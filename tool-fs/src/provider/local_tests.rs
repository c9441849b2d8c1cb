//! Real files of every kind, on a real disk.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;
use std::time::{Duration, Instant};

use super::*;
use crate::trouble::{Doing, Trouble, code};

fn disk() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

fn make_fifo(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().expect("mkfifo is there");
    assert!(made.success());
}

/// The code and the sentence of what was refused.
fn refusal(path: &Path, opened: Result<OpenFile, DiskError>) -> (String, String) {
    let error = opened.expect_err("this is not to be opened");
    let trouble = Trouble::of(Doing::Reading, &LocalDisk, path, error);
    (trouble.code().to_string(), trouble.to_string())
}

fn open(path: &Path) -> Result<OpenFile, DiskError> {
    LocalDisk.open(path)
}

fn content(file: &mut OpenFile) -> Vec<u8> {
    let mut all = Vec::new();
    file.content.read_to_end(&mut all).expect("the file can be read");
    all
}

#[test]
fn a_regular_file_is_read_to_its_end_also_through_a_link() {
    let disk = disk();
    let file = disk.path().join("a.txt");
    fs::write(&file, "some text that is longer than the buffer").unwrap();
    symlink("a.txt", disk.path().join("link")).unwrap();
    for name in ["a.txt", "link"] {
        let mut opened = open(&disk.path().join(name)).unwrap();
        assert_eq!(content(&mut opened), b"some text that is longer than the buffer");
    }
}

#[test]
fn what_is_appended_meanwhile_is_left_out() {
    let disk = disk();
    let file = disk.path().join("grows.log");
    fs::write(&file, "first").unwrap();
    let mut opened = open(&file).unwrap();
    fs::write(&file, "first and more").unwrap();
    assert_eq!(content(&mut opened), b"first");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_says_it_has_no_size_is_read_to_its_end() {
    let mut opened = open(Path::new("/proc/self/status")).unwrap();
    assert!(content(&mut opened).starts_with(b"Name:"));
}

// contract: T3
// field: F022
#[test]
fn a_fifo_is_refused_at_once() {
    let disk = disk();
    let fifo = disk.path().join("logs.pipe");
    make_fifo(&fifo);
    symlink(&fifo, disk.path().join("link")).unwrap();
    let start = Instant::now();
    for path in [fifo, disk.path().join("link")] {
        // Once as a caller meets it, and once as if it had become a FIFO between the look and the open.
        for refused in [open(&path), open_whatever_is_there(&path, OFlags::empty())] {
            let (code, message) = refusal(&path, refused);
            assert_eq!(code, code::NOT_REGULAR_FILE);
            assert!(message.contains("FIFO") && message.contains("not a regular file"), "{message}");
        }
    }
    assert!(start.elapsed() < Duration::from_secs(1));
}

// field: F022
#[test]
fn a_writer_that_waits_at_a_fifo_is_left_waiting() {
    let disk = disk();
    let fifo = disk.path().join("logs.pipe");
    make_fifo(&fifo);
    let mut writer = Command::new("sh").arg("-c").arg("echo x > \"$0\"").arg(&fifo).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    refusal(&fifo, open(&fifo));
    std::thread::sleep(Duration::from_millis(100));
    let ended = writer.try_wait().unwrap();
    writer.kill().unwrap();
    writer.wait().unwrap();
    assert!(ended.is_none(), "the writer was let go: {ended:?}");
}

// contract: T3
// field: F023
#[test]
fn devices_and_sockets_are_refused() {
    let disk = disk();
    symlink("/dev/zero", disk.path().join("data.txt")).unwrap();
    let socket = disk.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for (path, kind) in [
        (disk.path().join("data.txt"), "character device"),
        (PathBuf::from("/dev/tty"), "character device"),
        (socket, "socket"),
    ] {
        let (code, message) = refusal(&path, open(&path));
        assert_eq!((code.as_str(), message.contains(kind)), (code::NOT_REGULAR_FILE, true), "{message}");
    }
}

// field: F023
#[test]
fn a_directory_tells_what_it_holds() {
    let disk = disk();
    let (code, message) = refusal(disk.path(), open(disk.path()));
    assert_eq!(
        (code.as_str(), message.contains("is a directory"), message.contains("empty")),
        (code::NOT_REGULAR_FILE, true, true),
        "{message}"
    );

    fs::create_dir(disk.path().join("src")).unwrap();
    fs::write(disk.path().join("Cargo.toml"), "").unwrap();
    let (_, message) = refusal(disk.path(), open(disk.path()));
    assert!(message.contains("It holds Cargo.toml, src/;"), "{message}");

    for number in 0..30 {
        fs::write(disk.path().join(format!("{number:02}")), "").unwrap();
    }
    let (_, message) = refusal(disk.path(), open(disk.path()));
    assert!(message.contains("18, 19 and more;") && !message.contains("20"), "{message}");
}

#[test]
fn a_missing_file_tells_how_far_the_path_exists() {
    let disk = disk();
    let folder = disk.path().display();
    let (code, message) = refusal(&disk.path().join("no.txt"), open(&disk.path().join("no.txt")));
    assert_eq!(code, code::NOT_FOUND);
    assert_eq!(message, format!("{folder}/no.txt does not exist. Its folder does: check the name."));

    let (_, message) = refusal(&disk.path().join("a/b/no.txt"), open(&disk.path().join("a/b/no.txt")));
    assert!(message.ends_with(&format!("The nearest folder that does is {folder}.")), "{message}");

    symlink("gone.txt", disk.path().join("link")).unwrap();
    let (code, message) = refusal(&disk.path().join("link"), open(&disk.path().join("link")));
    assert_eq!((code.as_str(), message.contains("symbolic link to gone.txt")), (code::NOT_FOUND, true), "{message}");

    fs::write(disk.path().join("file"), "").unwrap();
    let (code, message) = refusal(&disk.path().join("file/x/no.txt"), open(&disk.path().join("file/x/no.txt")));
    assert_eq!(
        (code.as_str(), message.contains("/file is a file, not a folder")),
        (code::NOT_DIRECTORY, true),
        "{message}"
    );
}

#[test]
fn a_loop_of_links_and_a_name_too_long_are_errors() {
    let disk = disk();
    symlink("loop", disk.path().join("loop")).unwrap();
    for name in ["loop".to_owned(), "x".repeat(5_000)] {
        let (code, message) = refusal(&disk.path().join(&name), open(&disk.path().join(&name)));
        assert_eq!((code.as_str(), message.contains("could not be read")), (code::IO_ERROR, true), "{message}");
    }
}

#[test]
fn a_file_that_may_not_be_read_says_so() {
    let disk = disk();
    let file = disk.path().join("secret");
    fs::write(&file, "x").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read that one, but not what the kernel lets everybody only write.
    let files = [file.as_path(), Path::new("/proc/sys/vm/compact_memory")];
    let (code, message) = files
        .into_iter()
        .find_map(|file| open(file).err().map(|error| refusal(file, Err(error))))
        .expect("one of them may not be read");
    assert_eq!(code, code::PERMISSION_DENIED);
    assert!(message.contains("permission denied"));
}

// contract: T3
#[test]
fn a_hole_is_not_read() {
    let disk = disk();
    let path = disk.path().join("sparse");
    let file = File::create(&path).unwrap();
    file.set_len(1 << 40).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, b"end", (1 << 40) - 3).unwrap();
    let mut opened = open(&path).unwrap();
    let mut first = [1; 8];
    opened.content.read_exact(&mut first).unwrap();
    let skipped = opened.content.skip_hole().unwrap();
    let mut rest = Vec::new();
    opened.content.read_to_end(&mut rest).unwrap();
    assert_eq!((first, 8 + skipped + rest.len() as u64), ([0; 8], 1 << 40));
    assert!(rest.len() < 1 << 20 && rest.ends_with(b"end"));
}

// contract: T4
#[test]
fn every_spelling_of_a_file_has_one_real_path() {
    let disk = disk();
    let root = disk.path().canonicalize().unwrap();
    fs::create_dir(root.join("a")).unwrap();
    fs::write(root.join("a/file"), "").unwrap();
    symlink("a", root.join("b")).unwrap();
    symlink(root.join("b/new/deep"), root.join("to-nothing")).unwrap();
    let real = |path: &str| LocalDisk.real_path(&root.join(path)).unwrap();
    for path in ["a/file", "b/file", "./a/../b/./file", "b/../a/file"] {
        assert_eq!(real(path), root.join("a/file"), "{path}");
    }
    for path in ["a/new/deep", "b/new/deep", "to-nothing", "b/../b/new/deep"] {
        assert_eq!(real(path), root.join("a/new/deep"), "{path}");
    }
    symlink("round", root.join("round")).unwrap();
    assert!(LocalDisk.real_path(&root.join("round")).is_err());
    assert!(LocalDisk.real_path(&root.join("round/new")).is_err());
}

// contract: T4
#[test]
fn a_file_that_was_just_changed_is_not_settled() {
    let disk = disk();
    let path = disk.path().join("a");
    fs::write(&path, "one").unwrap();
    assert!(!LocalDisk.stat(&path).unwrap().settled);
    let old = LocalDisk.stat(Path::new("/proc/self/exe")).unwrap();
    assert!(old.settled || old.modified.elapsed().unwrap() < Duration::from_secs(60));
}
