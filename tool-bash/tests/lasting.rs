//! Many calls: alone in its process, so that what is counted is what the calls left.
#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::time::Duration;

use support::{command, memory, run_on};
use tool_bash::{Cause, Command, Local};

/// What a process holds.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    descriptors: usize,
    threads: usize,
    children: usize,
    spills: usize,
}

fn held() -> Held {
    let count = |path: &str| fs::read_dir(path).expect("the kernel tells").count();
    let tasks = fs::read_dir("/proc/self/task").expect("the kernel tells").flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    Held {
        descriptors: count("/proc/self/fd"),
        threads: count("/proc/self/task"),
        children: children.map(|list| list.split_whitespace().count()).sum(),
        spills: spills(),
    }
}

/// The folders of this process's executors: those whose lock it holds.
fn spills() -> usize {
    let own = fs::read_dir("/proc/self/fd").expect("the kernel tells").flatten();
    own.filter_map(|entry| fs::read_link(entry.path()).ok()).filter(|path| path.ends_with("lock")).count()
}

async fn calls(local: &Local, short: usize, killed: usize) {
    for number in 0..short {
        run_on(local, command(if number % 2 == 0 { "true" } else { "echo out; echo err >&2" })).await;
    }
    for number in 0..killed {
        let text = if number % 2 == 0 { "setsid sleep 91 & sleep 91" } else { "echo x; exec sleep 91" };
        let finished = run_on(local, Command::new(text, "/").timeout(Duration::from_millis(5))).await;
        assert_eq!(finished.cause, Some(Cause::TimedOut));
        let dropped =
            tokio::time::timeout(Duration::from_millis(5), run_on(local, command("setsid sleep 91 & sleep 91")));
        assert!(dropped.await.is_err());
    }
}

// contract: X2, X3
#[tokio::test]
async fn calls_leave_nothing_behind() {
    let factor: usize = std::env::var("LASTING").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1);
    let before = held();
    let local = Local::default();
    calls(&local, 200, 20).await;
    // Those whose call was dropped may still be ending; the next commands wait for them.
    tokio::time::sleep(Duration::from_secs(1)).await;
    run_on(&local, command("true")).await;
    let (warm, resident) = (held(), memory("VmRSS"));
    calls(&local, 1_000 * factor, 50 * factor).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    run_on(&local, command("true")).await;
    let grown = memory("VmRSS").saturating_sub(resident);
    println!("measured rss growth {grown} bytes over {} calls", 1_100 * factor);
    assert_eq!(held(), warm);
    assert!(grown < 8 << 20, "{grown} bytes");
    drop(local);
    assert_eq!(held(), before);
}
