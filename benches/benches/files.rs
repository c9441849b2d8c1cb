//! The tools on files beside what people would use by hand: `rg`, `fd`, `tail`, and `cp` with `sync`.
//!
//! `cargo xtask bench files` installs the peers, names them in the environment and holds the bounds. A side is one call through the
//! registry with the text that a model reads, in this process; the other is a process of its own, with its start and its output
//! read to the end, since that is what calling it costs.

use std::env;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use tool_fs::{Edit, Glob, Grep, Read, Workspace};
use tool_sdk::prelude::*;

const ROUNDS: usize = 7;

/// Folders of two levels with files in each: 60,000 files.
const FOLDERS: usize = 30;
const SUBFOLDERS: usize = 20;
const FILES: usize = 100;

const HUGE: u64 = 1 << 30;
const LARGE: u64 = 100 << 20;

fn main() {
    let words: Vec<String> = env::args().collect();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    if let [_, first, path, offset] = &words[..]
        && first == "--read"
    {
        runtime.block_on(call("read", &json!({"file_path": path, "offset": offset, "limit": 100})));
        println!("{}", peak());
        return;
    }
    // Cargo runs every bench target when none is named; without the peers there is nothing to compare with.
    let (Ok(rg), Ok(fd), Ok(folder)) = (env::var("FILES_RG"), env::var("FILES_FD"), env::var("FILES_FOLDER")) else {
        println!("run by `cargo xtask bench files`");
        return;
    };
    let folder = Path::new(&folder);
    let tree = tree(&folder.join("tree"));
    for (name, pattern) in [("rare", "quokka"), ("common", "lorem"), ("none", "zzzyzx")] {
        let mut theirs = || {
            let mut command = Command::new(&rg);
            command.args(["--no-config", "--hidden", "--no-require-git", "-n", "-g", "!.git", pattern]).arg(&tree);
            run(&mut command);
        };
        let arguments = json!({"pattern": pattern, "path": tree});
        compare(&format!("grep_{name}"), || runtime.block_on(call("grep", &arguments)), &mut theirs);
    }
    for (name, pattern) in [("rare", "rare-*.txt"), ("common", "*.txt"), ("none", "*.none")] {
        let mut theirs = || {
            let mut command = Command::new(&fd);
            command.args(["--no-global-ignore-file", "-HI", "-E", ".git", "-t", "f", "--glob", pattern]).arg(&tree);
            run(&mut command);
        };
        let arguments = json!({"pattern": pattern, "path": tree});
        compare(&format!("glob_{name}"), || runtime.block_on(call("glob", &arguments)), &mut theirs);
    }
    huge(folder, &runtime);
    large(folder, &runtime);
}

/// The last hundred lines of a huge file.
fn huge(folder: &Path, runtime: &tokio::runtime::Runtime) {
    let path = folder.join("huge.txt");
    let lines = numbered(&path, HUGE);
    let offset = lines - 99;
    let arguments = json!({"file_path": path, "offset": offset, "limit": 100});
    let mut tail = || run(Command::new("tail").arg("-n").arg(format!("+{offset}")).arg(&path));
    compare("tail", || runtime.block_on(call("read", &arguments)), &mut tail);
    let this = env::current_exe().expect("it knows itself");
    let output = Command::new(this).arg("--read").arg(&path).arg(offset.to_string()).output().expect("it starts");
    let peak: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number");
    println!("measured files.tail_mib {:.1}", peak / 1024.0);
}

/// One edit in a large file, beside a copy of it that is made to last.
fn large(folder: &Path, runtime: &tokio::runtime::Runtime) {
    let (path, copy) = (folder.join("large.txt"), folder.join("copy.txt"));
    let lines = numbered(&path, LARGE);
    let mut turn = 0;
    let middle = lines / 2;
    let ours = || {
        let (old, new) = if turn % 2 == 0 { ("line", "LINE") } else { ("LINE", "line") };
        turn += 1;
        let text = |word: &str| format!("{word} {middle} of a file");
        runtime.block_on(call("edit", &json!({"file_path": path, "old_string": text(old), "new_string": text(new)})));
    };
    let mut theirs = || {
        run(Command::new("cp").arg(&path).arg(&copy));
        run(Command::new("sync").arg(&copy));
    };
    compare("edit", ours, &mut theirs);
}

/// Runs both sides in turn and prints the shortest time of each, and their ratio.
fn compare(name: &str, mut ours: impl FnMut(), theirs: &mut dyn FnMut()) {
    let (mut our_best, mut their_best) = (Duration::MAX, Duration::MAX);
    for round in 0..=ROUNDS {
        let (our_time, their_time) = (timed(&mut ours), timed(theirs));
        // The first round warms the cache up.
        if round > 0 {
            our_best = our_best.min(our_time);
            their_best = their_best.min(their_time);
        }
    }
    println!("measured files.{name}_ms {:.1}", our_best.as_secs_f64() * 1e3);
    println!("measured files.{name}_peer_ms {:.1}", their_best.as_secs_f64() * 1e3);
    println!("measured files.{name} {:.3}", our_best.as_secs_f64() / their_best.as_secs_f64());
}

fn timed(work: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

async fn call(tool: &str, arguments: &serde_json::Value) {
    let registry = Registry::new();
    let workspace = Workspace::default();
    registry.register(Read::new(workspace.clone())).expect("it registers").keep();
    registry.register(Edit::new(workspace.clone())).expect("it registers").keep();
    registry.register(Glob::new(workspace.clone())).expect("it registers").keep();
    registry.register(Grep::new(workspace)).expect("it registers").keep();
    let outcome = registry.call(ToolCall::new(tool, arguments.to_string())).await;
    assert!(outcome.is_ok(), "{}", outcome.text());
}

/// Runs a command and reads what it prints. Finding nothing is no failure.
fn run(command: &mut Command) {
    let output = command.output().expect("it starts");
    assert!(output.status.code().is_some_and(|code| code < 2), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The most memory that this process has had, in KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// A tree of files, the same each time, made once.
fn tree(root: &Path) -> PathBuf {
    let done = root.join(".made");
    if !done.exists() {
        for folder in 0..FOLDERS {
            for subfolder in 0..SUBFOLDERS {
                let place = root.join(format!("folder-{folder}/sub-{subfolder}"));
                fs::create_dir_all(&place).expect("a folder");
                for file in 0..FILES {
                    let rare = file == 7 && subfolder == 3;
                    let name = if rare { format!("rare-{file}.txt") } else { format!("file-{file}.txt") };
                    fs::write(place.join(name), text(folder * 7_919 + subfolder * 131 + file, rare)).expect("a file");
                }
            }
        }
        fs::write(root.join(".gitignore"), "*.log\n").expect("a file");
        File::create(done).expect("a file");
    }
    root.to_owned()
}

/// Some kilobytes of words, chosen by a number.
fn text(mut seed: usize, rare: bool) -> String {
    const WORDS: [&str; 8] = ["alpha", "beta", "gamma", "delta", "return", "value", "index", "count"];
    let mut text = String::new();
    for line in 0..40 + seed % 40 {
        for _ in 0..8 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(WORDS[seed >> 61]);
            text.push(' ');
        }
        if seed.is_multiple_of(97) {
            text.push_str("lorem");
        }
        if rare && line == 20 {
            text.push_str("quokka");
        }
        text.push('\n');
    }
    text
}

/// A file of numbered lines that is at least this long, made once; tells how many lines it has.
fn numbered(path: &Path, length: u64) -> u64 {
    let line = |number: u64| format!("line {number} of a file that is made for measurements, and of no other use\n");
    let (mut bytes, mut lines) = (0, 0);
    let exists = path.exists();
    let mut out = (!exists).then(|| BufWriter::new(File::create(path).expect("a file")));
    while bytes < length {
        lines += 1;
        let line = line(lines);
        bytes += line.len() as u64;
        if let Some(out) = &mut out {
            out.write_all(line.as_bytes()).expect("it is written");
        }
    }
    lines
}
