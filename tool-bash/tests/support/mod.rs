//! What the tests of the executor share.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use tool_bash::{Captured, Command, Executor as _, Finished, Local};

/// A command in the folder for temporary files, with a limit that no good run reaches.
pub(crate) fn command(text: impl Into<String>) -> Command {
    Command::new(text, std::env::temp_dir()).timeout(Duration::from_secs(120))
}

/// Runs a command to its end.
pub(crate) async fn run_on(local: &Local, command: Command) -> Finished {
    local.run(command, CancellationToken::new(), None).await.expect("the command runs")
}

/// The same on an executor of its own.
pub(crate) async fn run(text: impl Into<String>) -> Finished {
    run_on(&Local::default(), command(text)).await
}

pub(crate) fn text(stream: &Captured) -> String {
    String::from_utf8(stream.bytes.clone()).expect("the output is text")
}

/// How many processes have this among their arguments, zombies aside. The caller picks something that is nobody else's.
pub(crate) fn alive(marker: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("the processes").flatten().map(|entry| entry.path());
    processes.filter(|process| has_argument(process, marker)).count()
}

fn has_argument(process: &Path, marker: &str) -> bool {
    let line = fs::read(process.join("cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).any(|argument| argument == marker.as_bytes())
}

/// Waits until no process has this among its arguments.
pub(crate) fn is_gone(marker: &str) -> bool {
    within(Duration::from_secs(2), || alive(marker) == 0)
}

/// Waits until something is so, or gives up.
pub(crate) fn within(time: Duration, is_so: impl Fn() -> bool) -> bool {
    let end = Instant::now() + time;
    while !is_so() {
        if Instant::now() > end {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// A figure of the kernel's about the memory of this process, in bytes.
pub(crate) fn memory(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the kernel tells");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("the figure is told");
    line.trim_matches([':', ' ', '\t']).trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

/// How many children of this process have ended without being waited for.
pub(crate) fn zombies() -> usize {
    let threads = fs::read_dir("/proc/self/task").expect("the threads").flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let is_zombie = |pid: &str| fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") Z "));
    lists.map(|list| list.split_whitespace().filter(|pid| is_zombie(pid)).count()).sum()
}
