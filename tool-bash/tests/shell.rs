//! Commands that end by themselves: what reaches the shell, what comes back, and when.
#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::time::{Duration, Instant};

use support::{alive, command, is_gone, run, run_on, text, within};
use tokio_util::sync::CancellationToken;
use tool_bash::{Command, End, Environment, Executor as _, Local, Memory, ShellError};

/// A call that waited for what it should not would take twice as long; a busy machine does not.
const WELL_BEFORE: Duration = Duration::from_secs(15);

// contract: X2, X5
// field: F001, F002
#[tokio::test]
async fn what_a_shell_leaves_behind_does_not_hold_the_call_and_is_stopped() {
    let redirections = ["", "</dev/null >/dev/null", "</dev/null >/dev/null 2>&1", ">/dev/null", "2>/dev/null"];
    for (number, redirection) in redirections.iter().enumerate() {
        for prefix in ["", "setsid ", "setsid nohup "] {
            let marker = format!("30.1{number}{}", prefix.len());
            let start = Instant::now();
            let finished = run(format!("echo up; {prefix}sleep {marker} {redirection} &")).await;
            assert!(start.elapsed() < WELL_BEFORE, "{prefix}{redirection}: {:?}", start.elapsed());
            assert_eq!((finished.end, finished.cause, text(&finished.stdout).as_str()), (End::Code(0), None, "up\n"));
            assert_eq!((finished.stopped, finished.left), (1, 0), "{prefix}{redirection}");
            assert_eq!(alive(&marker), 0, "{prefix}{redirection}");
        }
    }
}

// contract: X2
#[tokio::test]
async fn what_ends_soon_by_itself_is_not_stopped_and_heard_to_its_end() {
    let local = Local::builder().linger(Duration::from_secs(60)).build();
    let finished = run_on(&local, command("echo one > >(sleep 0.05; cat; echo two)")).await;
    assert_eq!((text(&finished.stdout).as_str(), finished.stopped), ("one\ntwo\n", 0));
}

// contract: X2
#[tokio::test]
async fn a_daemon_that_ignores_sigterm_is_stopped_too() {
    let marker = "31.4159";
    let finished =
        run(format!("(trap '' TERM; setsid bash -c 'trap \"\" TERM; sleep {marker}; sleep {marker}' &) ; echo up"))
            .await;
    assert_eq!(text(&finished.stdout), "up\n");
    assert!(finished.stopped >= 2, "{}", finished.stopped);
    assert_eq!(alive(marker), 0);
}

// contract: X2
#[tokio::test]
async fn a_host_may_keep_what_a_shell_leaves_until_the_executor_goes() {
    let marker = "32.718";
    let local = Local::builder().keep_leftovers().build();
    let finished = run_on(&local, command(format!("sleep {marker} &"))).await;
    assert!(finished.stopped == 0 && within(Duration::from_secs(2), || alive(marker) == 1));
    assert_eq!(text(&run_on(&local, command("echo on")).await.stdout), "on\n");
    drop(local);
    assert!(is_gone(marker));
}

// contract: X1
// field: F005
#[tokio::test]
async fn standard_input_is_at_its_end() {
    assert_eq!(text(&run("timeout 3 cat; echo rc=$?").await.stdout), "rc=0\n");
    assert_eq!(text(&run("readlink /proc/self/fd/0").await.stdout), "/dev/null\n");
}

// contract: X1
#[tokio::test]
async fn the_shell_has_a_session_and_a_group_of_its_own() {
    let finished = run("set -- $(ps -o pid=,pgid=,sid=,tty= $$); echo $(( $1 == $2 && $2 == $3 )) $4").await;
    assert_eq!(text(&finished.stdout), "1 ?\n");
}

// contract: X1
#[tokio::test]
async fn no_descriptor_of_the_host_reaches_the_shell() {
    let open = run("ls /proc/$$/fd; true").await;
    assert_eq!(text(&open.stdout).split_whitespace().collect::<Vec<_>>(), ["0", "1", "2"]);
}

// contract: X1, X5
// field: F011, F014
#[tokio::test]
async fn the_command_reaches_the_shell_byte_for_byte() {
    let cases = [
        ("true | true; { echo in; }", "in\n"),
        ("true | true; echo \"p=$$\" | grep -c 'p=[0-9]'", "1\n"),
        ("bash <<'MY-MARK'\necho a | cat\nMY-MARK\n", "a\n"),
        ("yes | head -1", "y\n"),
        ("printf '%s' \"a\\\\b'\\\"é→😀\t\\$x\"", "a\\b'\"é→😀\t$x"),
        ("printf '%s|' $'\\x01' \"\n\" '  '; # the end", "\u{1}|\n|  |"),
        ("-n() { echo dash; }; -n", "dash\n"),
        ("+x() { echo plus; }; +x", "plus\n"),
        ("echo \"$0 $#\"", "bash 0\n"),
        ("", ""),
        ("\n\n", ""),
    ];
    for (command, wanted) in cases {
        let finished = run(command).await;
        assert_eq!((text(&finished.stdout).as_str(), finished.end), (wanted, End::Code(0)), "{command:?}");
    }
}

// contract: X5
// field: F010, F011
#[tokio::test]
async fn the_end_is_exact() {
    let code = |code| End::Code(code);
    let signal = |signal| End::Signal(signal);
    let cases = [
        ("exit 3", code(3)),
        ("exit 255", code(255)),
        ("false; true", code(0)),
        ("sh -c 'exit 3' | cat", code(0)),
        ("set -o pipefail; sh -c 'exit 3' | cat", code(3)),
        ("printf pre; kill -KILL $$", signal(9)),
        ("printf pre; kill -TERM $$", signal(15)),
        ("printf pre; kill -SEGV $$", signal(11)),
        ("sh -c 'kill -9 $$'; true", code(0)),
        ("sh -c 'kill -9 $$'; exit $?", code(137)),
        ("no-such-command-7", code(127)),
        ("exec sh -c 'exit 9'", code(9)),
    ];
    for (command, wanted) in cases {
        let finished = run(command).await;
        assert_eq!((finished.end, finished.cause), (wanted, None), "{command}");
        if command.starts_with("printf") {
            assert_eq!(text(&finished.stdout), "pre", "{command}");
        }
    }
}

// contract: X1
// field: F016
#[tokio::test]
async fn a_command_of_any_length_runs() {
    let local = Local::default();
    for length in [131_060, 131_069, 131_070, 131_100, 400_000, 3_000_000] {
        let finished = run_on(&local, command(format!(": {}; echo $#; exit 4", "a".repeat(length - 2)))).await;
        assert_eq!((finished.end, text(&finished.stdout).as_str()), (End::Code(4), "0\n"), "{length}");
    }
    let heredoc = format!("cat <<'E' | wc -c\n{}\nE\necho line $LINENO; ls /proc/self/fd | wc -l", "é".repeat(100_000));
    let finished = run_on(&local, command(heredoc)).await;
    // `ls` has its own descriptor of the folder beside the three of every program.
    assert_eq!(text(&finished.stdout), "200001\nline 4\n4\n");
    assert_eq!(text(&finished.stderr), "");
}

// contract: X1
// field: F013
#[tokio::test]
async fn a_directory_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let local = Local::default();
    for (path, reason) in [(folder.path().join("no/such"), "does not exist"), (file, "is not a directory")] {
        let marker = folder.path().join("ran");
        let text = format!("touch {}", marker.display());
        let result = local.run(Command::new(text, &path), CancellationToken::new(), None).await;
        let error = result.expect_err("it cannot run").to_string();
        assert!(error.contains(&format!("{} {reason}", path.display())) && !error.contains("bash"), "{error}");
        assert!(!marker.exists());
    }
    assert_eq!(text(&run_on(&local, Command::new("pwd; echo $PWD", folder.path())).await.stdout).lines().count(), 2);
}

// contract: X1
// field: F013
#[tokio::test]
async fn a_shell_that_is_not_there_is_named() {
    let local = Local::builder().shell("/no/such/shell-7").build();
    let result = local.run(command("true"), CancellationToken::new(), None).await;
    assert!(result.expect_err("it cannot run").to_string().contains("/no/such/shell-7"));
}

// field: F017
#[tokio::test]
async fn a_nul_is_refused_before_anything_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("real")).expect("a folder");
    let local = Local::default();
    let touch = "touch ran";
    let commands = [
        Command::new("touch ran; echo a\0b", folder.path()),
        Command::new(touch, folder.path().join("real\0/sub")),
        Command::new(touch, folder.path()).variable("A", "p\0q"),
        Command::new(touch, folder.path()).variable("A\0", "q"),
    ];
    for command in commands {
        let error = local.run(command, CancellationToken::new(), None).await.expect_err("it is refused");
        assert!(matches!(error, ShellError::Nul { .. }) && error.to_string().contains("NUL"), "{error}");
    }
    assert!(!folder.path().join("ran").exists() && !folder.path().join("real/ran").exists());
    assert_eq!(run(r"printf 'a\0b'").await.stdout.bytes, b"a\0b");
}

// field: F019
#[tokio::test]
async fn every_call_has_a_fresh_shell() {
    let local = Local::default();
    let deaths =
        ["export A=1; cd /; exit 3", "set -e; A=1; false", "A=1; exec 1>&-", "A=1; kill -9 $$", "A=1; exec true"];
    for death in deaths {
        let start = Instant::now();
        run_on(&local, command(death)).await;
        assert!(start.elapsed() < WELL_BEFORE, "{death}");
        let finished = run_on(&local, command("echo \"alive:$A:$PWD\"")).await;
        assert_eq!(text(&finished.stdout), format!("alive::{}\n", std::env::temp_dir().display()), "{death}");
    }
}

/// A shell that keeps a core busy until this is dropped.
struct Busy(std::process::Child);

impl Busy {
    fn start() -> Self {
        Self(std::process::Command::new("bash").args(["-c", "while :; do :; done"]).spawn().expect("a shell"))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

// contract: X2
// field: F020
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_line_is_never_lost_under_load() {
    let local = Local::default();
    let _load = [Busy::start(), Busy::start()];
    let rounds = std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(300);
    for round in 0..rounds {
        let finished = run_on(&local, command("printf tail-no-nl")).await;
        assert_eq!(text(&finished.stdout), "tail-no-nl", "round {round}");
        let finished = run_on(&local, command("printf out; printf err >&2")).await;
        assert_eq!((text(&finished.stdout), text(&finished.stderr)), ("out".into(), "err".into()), "round {round}");
    }
}

// contract: X2
// field: F109
#[tokio::test]
async fn megabytes_are_drained_while_they_are_written() {
    let finished = run("head -c 8000000 /dev/zero | tr '\\0' x; exit 5").await;
    assert_eq!((finished.end, finished.stdout.total), (End::Code(5), 8_000_000));
    assert!(finished.stdout.is_truncated() && finished.stdout.spill.is_some());
}

// contract: X4
// field: F008
#[tokio::test]
async fn characters_are_never_cut() {
    let perl = "perl -e '$|=1; print \"x\\xe2\"; select(undef,undef,undef,0.05); print \"\\x86\\x92y\"'";
    let finished = run(format!("{perl}; {perl} >&2")).await;
    assert_eq!((text(&finished.stdout).as_str(), text(&finished.stderr).as_str()), ("x→y", "x→y"));
    let water = "perl -e 'print \"\\xe6\\xb0\\xb4\" x 50000'";
    let local = Local::builder().memory(Memory::tail(1 << 20)).build();
    assert_eq!(text(&run_on(&local, command(water)).await.stdout), "水".repeat(50_000));
    let cut = run(water).await.stdout;
    let shown = text(&cut);
    assert!(cut.is_truncated() && shown.chars().all(|character| character == '水') && shown.len() > 63_990);
    assert_eq!(run("printf 'a\\xe2\\x86'").await.stdout.bytes, b"a\xe2\x86");
}

// contract: X4
#[tokio::test]
async fn long_output_is_whole_on_disk_up_to_its_limit() {
    let local = Local::builder().memory(Memory::tail(64_000)).spill(100_000, 1 << 20).build();
    for (length, is_cut, is_on_disk) in
        [(64_000, false, false), (64_001, true, true), (100_000, true, true), (100_001, true, false)]
    {
        let stream = run_on(&local, command(format!("head -c {length} /dev/zero | tr '\\0' x"))).await.stdout;
        assert_eq!((stream.total, stream.is_truncated(), stream.spill.is_some()), (length, is_cut, is_on_disk));
        if let Some(path) = stream.spill {
            assert_eq!(fs::metadata(path).expect("the file").len(), length);
        }
    }
}

// contract: X1
#[tokio::test]
async fn the_environment_is_what_the_policy_says() {
    let environment = Environment::scrubbed().set("SHOWN", "1").secret("PATH");
    let local = Local::builder().environment(environment).shell("/bin/bash").build();
    let command = command("/usr/bin/env").variable("A_TOKEN", "given");
    let shown = text(&run_on(&local, command).await.stdout);
    for line in ["SHOWN=1", "A_TOKEN=given", "TERM=dumb", "NO_COLOR=1", "PAGER=cat", "GIT_PAGER=cat"] {
        assert!(shown.lines().any(|other| other == line), "{line}: {shown}");
    }
    assert!(!shown.lines().any(|line| line.starts_with("OLDPWD=")));
}

// field: F007
#[test]
fn no_program_finds_a_terminal() {
    let test = std::env::current_exe().expect("this test");
    let line = format!("{} --exact inside_a_terminal --nocapture", test.display());
    let shown = std::process::Command::new("script")
        .args(["-qc", &line, "/dev/null"])
        .env("IN_A_TERMINAL", "1")
        .output()
        .expect("script runs");
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("terminal-of-the-host=0") && shown.contains("rc=1"), "{shown}");
}

/// The other half of the test before this, which runs it where there is a terminal. Alone it does nothing.
#[test]
fn inside_a_terminal() {
    if std::env::var_os("IN_A_TERMINAL").is_none() {
        return;
    }
    let host = fs::File::open("/dev/tty").is_err();
    println!("terminal-of-the-host={}", u8::from(host));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let finished = runtime.block_on(run("head -c1 </dev/tty; echo rc=$?"));
    println!("{}", text(&finished.stdout));
}
