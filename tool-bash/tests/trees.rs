//! Trees of processes of every shape, ended in every way: nothing is left.
#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::path::Path;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use support::{alive, is_gone, within, zombies};
use tokio_util::sync::CancellationToken;
use tool_bash::{Cause, Command, Executor as _, Local};

/// A process that starts others.
#[derive(Clone, Debug)]
struct Node {
    birth: Birth,
    traps: bool,
    pipes: Pipes,
    waits: bool,
    children: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
enum Birth {
    Fork,
    Setsid,
    /// Its parent ends at once.
    Daemon,
    Stopped,
}

/// Which outputs of the command it holds.
#[derive(Clone, Copy, Debug)]
enum Pipes {
    Both,
    Stderr,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Natural,
    Timeout,
    Cancel,
    Drop,
}

fn nodes() -> impl Strategy<Value = Vec<Node>> {
    let birth = || prop::sample::select(vec![Birth::Fork, Birth::Setsid, Birth::Daemon, Birth::Stopped]);
    let pipes = || prop::sample::select(vec![Pipes::Both, Pipes::Stderr, Pipes::None]);
    let leaf = (birth(), any::<bool>(), pipes(), any::<bool>()).prop_map(|(birth, traps, pipes, waits)| Node {
        birth,
        traps,
        pipes,
        waits,
        children: Vec::new(),
    });
    let node = leaf.prop_recursive(3, 10, 3, |inner| {
        (inner.clone(), prop::collection::vec(inner, 1..3)).prop_map(|(node, children)| Node { children, ..node })
    });
    prop::collection::vec(node, 1..3)
}

/// Writes the script of each node to a file, so that nothing has to be quoted, and gives the lines that start them.
fn write(nodes: &[Node], folder: &Path, marker: &str, count: &mut usize) -> String {
    nodes.iter().map(|node| write_one(node, folder, marker, count)).collect()
}

fn write_one(node: &Node, folder: &Path, marker: &str, count: &mut usize) -> String {
    *count += 1;
    let file = folder.join(format!("node-{count}.sh"));
    let trap = if node.traps { "trap '' TERM INT HUP\n" } else { "" };
    let stop = if matches!(node.birth, Birth::Stopped) { "(sleep 0.02; kill -STOP $$) &\n" } else { "" };
    let children = write(&node.children, folder, marker, count);
    let end = if node.waits || node.children.is_empty() {
        format!("sleep {marker}; sleep {marker}\n")
    } else {
        String::new()
    };
    fs::write(&file, format!("{trap}{stop}{children}{end}")).expect("a script");
    let pipes = match node.pipes {
        Pipes::Both => "",
        Pipes::Stderr => ">/dev/null",
        Pipes::None => ">/dev/null 2>&1",
    };
    let start = format!("bash {} {pipes} </dev/null", file.display());
    match node.birth {
        Birth::Fork | Birth::Stopped => format!("{start} &\n"),
        Birth::Setsid => format!("setsid {start} &\n"),
        Birth::Daemon => format!("(setsid {start} &)\n"),
    }
}

async fn end(script: String, ending: Ending, marker: &str) -> Result<(), TestCaseError> {
    let local = Local::builder().grace(Duration::from_millis(60)).linger(Duration::from_millis(40)).build();
    let stop = CancellationToken::new();
    let limit = Duration::from_millis(if ending == Ending::Timeout { 120 } else { 60_000 });
    let running = local.run(Command::new(script, "/tmp").timeout(limit), stop.clone(), None);
    let wait = tokio::time::sleep(Duration::from_millis(120));
    if ending == Ending::Drop {
        tokio::select! { _ = running => {} () = wait => {} }
        prop_assert!(is_gone(marker));
        return Ok(());
    }
    let cancel = async {
        wait.await;
        if ending == Ending::Cancel {
            stop.cancel();
        }
    };
    let (finished, ()) = tokio::join!(running, cancel);
    let finished = finished.map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!((alive(marker), finished.left), (0, 0));
    let cause = match ending {
        Ending::Timeout => Some(Cause::TimedOut),
        Ending::Cancel => Some(Cause::Cancelled),
        _ => None,
    };
    prop_assert_eq!(finished.cause, cause);
    prop_assert_eq!(finished.stopped > 0, ending == Ending::Natural);
    Ok(())
}

// contract: X2, X3
// field: F002, F004, F113
#[test]
fn nothing_is_left_of_any_tree_however_it_ends() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let cases = std::env::var("TREES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(40);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let endings = prop::sample::select(vec![Ending::Natural, Ending::Timeout, Ending::Cancel, Ending::Drop]);
    let number = std::cell::Cell::new(0);
    let result = TestRunner::new_with_rng(config, rng).run(&(nodes(), endings), |(nodes, ending)| {
        number.set(number.get() + 1);
        let marker = format!("90.{}{:04}", std::process::id(), number.get());
        let folder = tempfile::tempdir().expect("a folder");
        let mut script = write(&nodes, folder.path(), &marker, &mut 0);
        script.push_str(if ending == Ending::Natural { "sleep 0.05\n" } else { "wait; sleep 90\n" });
        runtime.block_on(end(script, ending, &marker))
    });
    assert!(within(Duration::from_secs(2), || zombies() == 0), "zombies are left");
    result.unwrap_or_else(|error| panic!("{error}"));
}
