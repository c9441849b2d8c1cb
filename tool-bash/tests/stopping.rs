//! Commands that are ended from outside: by their time, by the caller, by a future that is dropped, by the end of the host.
#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use support::{alive, command, is_gone, run_on, text, within};
use tokio_util::sync::CancellationToken;
use tool_bash::{Cause, Command, End, Executor as _, Finished, Live, Local, Output, ShellError};

const GRACE: Duration = Duration::from_millis(300);

fn local() -> Local {
    Local::builder().grace(GRACE).build()
}

async fn timed(text: &str, millis: u64) -> Finished {
    run_on(&local(), Command::new(text, "/tmp").timeout(Duration::from_millis(millis))).await
}

// contract: X3
// field: F004
#[tokio::test]
async fn a_timeout_ends_the_whole_tree_and_keeps_what_was_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let late = folder.path().join("late.txt");
    let start = Instant::now();
    let finished = timed(&format!("printf part; (sleep 10; touch {}) & sleep 61.5", late.display()), 1_000).await;
    assert_eq!((finished.cause, text(&finished.stdout).as_str()), (Some(Cause::TimedOut), "part"));
    assert_eq!((finished.end, finished.left), (End::Signal(15), 0));
    assert_eq!(alive("61.5"), 0);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    tokio::time::sleep(Duration::from_secs(11).saturating_sub(start.elapsed())).await;
    assert!(!late.exists());
}

// contract: X3
// field: F113
#[tokio::test]
async fn no_way_out_of_the_session_escapes_a_timeout() {
    let trees = [
        "setsid sleep M & wait",
        "(setsid sleep M &); sleep M",
        "setsid bash -c 'setsid bash -c \"setsid sleep M & wait\" & wait' & wait",
        "trap '' TERM INT HUP; sleep M; sleep M",
        "setsid bash -c \"trap '' TERM; (setsid bash -c 'trap \\\"\\\" TERM; sleep M; sleep M' &); sleep M; sleep M\" & wait",
        "nohup sleep M >/dev/null 2>&1 & disown; sleep M",
        "coproc sleep M; sleep M",
        "sleep M | sleep M | sleep M",
        "bash -c 'kill -STOP $$' & sleep M",
    ];
    for (number, tree) in trees.iter().enumerate() {
        let marker = format!("62.9{number}");
        let finished = timed(&tree.replace('M', &marker), 200).await;
        assert_eq!((finished.cause, finished.left), (Some(Cause::TimedOut), 0), "{tree}");
        assert_eq!(alive(&marker), 0, "{tree}");
    }
}

// contract: X3
#[tokio::test]
async fn a_command_that_ends_in_its_grace_is_heard() {
    let finished = timed("trap 'printf bye; exit 0' TERM; sleep 63.1 & wait", 1_000).await;
    assert_eq!(
        (finished.cause, finished.end, text(&finished.stdout).as_str()),
        (Some(Cause::TimedOut), End::Code(0), "bye")
    );
    let start = Instant::now();
    let finished = timed("trap '' TERM; printf on; while :; do sleep 0.05; done", 1_000).await;
    assert_eq!(
        (finished.cause, finished.end, text(&finished.stdout).as_str()),
        (Some(Cause::TimedOut), End::Signal(9), "on")
    );
    assert!(start.elapsed() >= Duration::from_millis(1_000) + GRACE);
}

/// Cancels as soon as anything is written.
struct CancelWhenSeen(CancellationToken);

impl Live for CancelWhenSeen {
    fn wrote(&self, output: Output, text: &str) {
        assert_eq!((output, text), (Output::Stdout, "part"));
        self.0.cancel();
    }
}

// contract: X3, E9
#[tokio::test]
async fn a_cancel_ends_the_whole_tree_and_keeps_what_was_written() {
    let (local, stop) = (local(), CancellationToken::new());
    let when_seen = CancelWhenSeen(stop.clone());
    let running = local.run(command("setsid sleep 63.2 & printf part; sleep 63.2"), stop, Some(&when_seen));
    let finished = running.await;
    let finished = finished.expect("the end is known");
    assert_eq!((finished.cause, text(&finished.stdout).as_str()), (Some(Cause::Cancelled), "part"));
    assert_eq!(alive("63.2"), 0);
    let stopped = CancellationToken::new();
    stopped.cancel();
    let finished = local.run(command("sleep 63.3"), stopped, None).await.expect("the end is known");
    assert_eq!(finished.cause, Some(Cause::Cancelled));
}

// contract: X3
#[tokio::test]
async fn who_comes_first_is_the_cause() {
    let local = local();
    for (timeout, cancel, cause) in [(100, 350, Cause::TimedOut), (30_000, 100, Cause::Cancelled)] {
        let stop = CancellationToken::new();
        let later = stop.clone();
        let cancel = async move {
            tokio::time::sleep(Duration::from_millis(cancel)).await;
            later.cancel();
        };
        let text = "trap '' TERM; while :; do sleep 0.05; done";
        let running = local.run(Command::new(text, "/").timeout(Duration::from_millis(timeout)), stop, None);
        let (finished, ()) = tokio::join!(running, cancel);
        assert_eq!(finished.expect("the end is known").cause, Some(cause));
    }
}

// contract: E9
#[tokio::test]
async fn a_dropped_call_leaves_nothing_and_the_next_one_works() {
    let local = local();
    let text_of = "setsid sleep 63.4 & trap '' TERM; sleep 63.4; sleep 63.4";
    let dropped = tokio::time::timeout(Duration::from_millis(200), run_on(&local, command(text_of))).await;
    assert!(dropped.is_err() && is_gone("63.4"));
    assert_eq!(text(&run_on(&local, command("echo hi")).await.stdout), "hi\n");
}

// field: F113
#[tokio::test]
async fn after_a_stop_the_next_command_runs() {
    let local = local();
    for round in 0..20 {
        run_on(&local, Command::new("setsid sleep 63.5 & sleep 63.5", "/").timeout(Duration::from_millis(20))).await;
        let finished = run_on(&local, command("echo hi")).await;
        assert_eq!((finished.end, text(&finished.stdout).as_str()), (End::Code(0), "hi\n"), "round {round}");
    }
    assert_eq!(alive("63.5"), 0);
}

#[tokio::test]
async fn a_command_that_kills_its_supervisor_is_lost_and_swept_up() {
    let local = local();
    let killing = command("printf part; setsid sleep 63.6 & sleep 63.6 & kill -KILL $PPID; sleep 63.6");
    let error = local.run(killing, CancellationToken::new(), None).await.expect_err("nobody knows the end");
    assert!(matches!(error, ShellError::Lost { .. }) && error.to_string().ends_with("part"), "{error}");
    assert!(is_gone("63.6"));
    assert_eq!(text(&run_on(&local, command("echo hi")).await.stdout), "hi\n");
}

#[tokio::test]
async fn an_idle_supervisor_that_somebody_killed_is_replaced() {
    let local = local();
    let supervisor = text(&run_on(&local, command("echo $PPID")).await.stdout);
    Process::new("kill").args(["-KILL", supervisor.trim()]).status().expect("it is killed");
    assert!(within(Duration::from_secs(2), || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", supervisor.trim())).unwrap_or_default();
        stat.is_empty() || stat.contains(") Z ")
    }));
    assert_eq!(text(&run_on(&local, command("echo hi")).await.stdout), "hi\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_commands_at_once_do_not_touch_each_other() {
    let local = std::sync::Arc::new(local());
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..24 {
        let local = local.clone();
        tasks.spawn(async move {
            let is_slow = number % 3 == 0;
            let text_of =
                format!("setsid sleep 0.0{number:02}; echo {number}{}", if is_slow { "; sleep 63.7" } else { "" });
            let limit = Duration::from_millis(if is_slow { 8_000 } else { 100_000 });
            let finished = run_on(&local, Command::new(text_of, "/").timeout(limit)).await;
            assert_eq!(text(&finished.stdout), format!("{number}\n"));
            assert_eq!(finished.cause, is_slow.then_some(Cause::TimedOut), "{number}");
        });
    }
    while let Some(result) = tasks.join_next().await {
        result.expect("no task fails");
    }
    assert_eq!(alive("63.7"), 0);
}

// contract: X1
#[tokio::test]
async fn children_of_the_host_are_its_own() {
    let mut other = Process::new("bash").args(["-c", "sleep 0.3; exit 7"]).spawn().expect("a child of the host");
    run_on(&local(), Command::new("setsid sleep 63.8 & sleep 63.8", "/").timeout(Duration::from_millis(100))).await;
    assert_eq!(other.wait().expect("nobody else waited for it").code(), Some(7));
}

/// What a host does with a running command in the tests below. Each ends the host in another way.
const ENDS: [&str; 6] = ["exit", "drop-runtime", "panic", "SIGTERM", "SIGKILL", "SIGINT"];

// field: F113
#[test]
fn nothing_outlives_its_host_whatever_ends_it() {
    for (number, end) in ENDS.iter().enumerate() {
        for (tree, script) in ["sleep M", "setsid sleep M & wait", "trap '' TERM; (setsid sleep M &); sleep M; sleep M"]
            .iter()
            .enumerate()
        {
            let marker = format!("613.{number}{tree}");
            let mut host = host(end, &script.replace('M', &marker));
            assert!(within(Duration::from_secs(10), || alive(&marker) > 0), "{end}: {script}");
            if let Some(signal) = end.strip_prefix("SIG") {
                Process::new("kill")
                    .args([&format!("-{signal}"), &host.id().to_string()])
                    .status()
                    .expect("it is signalled");
            } else {
                drop(host.stdin.take());
            }
            let status = host.wait().expect("the host ends");
            assert!(status.code().is_some() || status.signal().is_some());
            assert!(is_gone(&marker), "{end}: {script}");
        }
    }
}

/// A process that runs a command and, when its standard input ends, ends as it is told.
fn host(end: &str, script: &str) -> Child {
    let test = std::env::current_exe().expect("this test");
    let mut host = Process::new(test)
        .args(["--exact", "host_of_a_command", "--nocapture"])
        .env("HOST_END", end)
        .env("HOST_SCRIPT", script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a host");
    let lines = BufReader::new(host.stdout.take().expect("its output")).lines();
    let _ = lines.map_while(Result::ok).find(|line| line.contains("host runs"));
    host
}

/// The other half of the test above. Alone it does nothing.
#[test]
fn host_of_a_command() {
    let (Ok(end), Ok(script)) = (std::env::var("HOST_END"), std::env::var("HOST_SCRIPT")) else { return };
    let local = std::sync::Arc::new(Local::default());
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    let task = local.clone();
    runtime.spawn(async move { run_on(&task, command(script)).await });
    println!("host runs");
    let _ = std::io::stdin().lines().count();
    match end.as_str() {
        "exit" => std::process::exit(0),
        "drop-runtime" => drop(runtime),
        _ => panic!("the host panics"),
    }
}
