//! Confined commands: what gets through, what is denied and told as such, and what happens where nothing can confine.
#![cfg(target_os = "linux")]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use support::{alive, command, text};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tool_bash::{Command, Confined, End, Enforcement, Executor as _, Finished, Local, ShellError};
use tool_sdk::{Confinement, ConfinementMode};

/// A workspace `ws` and, beside it, `out` with files that must stay as they are.
struct Place {
    folder: TempDir,
    root: PathBuf,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("its path");
        for name in ["ws", "ws/sub", "out", "out/dir"] {
            fs::create_dir(root.join(name)).expect("a folder");
        }
        for (name, text) in [("out/kept", "kept\n"), ("ws/mine", "mine\n"), ("out/run", "#!/bin/sh\necho ran\n")] {
            fs::write(root.join(name), text).expect("a file");
        }
        fs::set_permissions(root.join("out/run"), fs::Permissions::from_mode(0o755)).expect("its mode");
        symlink(root.join("out"), root.join("ws/link")).expect("a link");
        symlink(root.join("out/kept"), root.join("ws/link-to-file")).expect("a link");
        Self { folder, root }
    }

    fn policy(&self) -> Confinement {
        Confinement::workspace_write([self.root.join("ws")]).expect("a policy")
    }

    /// Everything outside of the workspace: names, kinds and contents.
    fn outside(&self) -> BTreeMap<PathBuf, String> {
        let mut found = BTreeMap::new();
        look(&self.root.join("out"), &mut found);
        found
            .extend(fs::read_dir(&self.root).expect("the folder").flatten().map(|entry| (entry.path(), String::new())));
        found
    }

    async fn run(&self, confined: &Confined, script: &str) -> Finished {
        let script = script.replace("OUT", &self.root.join("out").display().to_string());
        let command = Command::new(script, self.root.join("ws")).variable("HOME", self.root.join("out"));
        confined.run(command, CancellationToken::new(), None).await.expect("it runs confined")
    }
}

fn look(folder: &Path, found: &mut BTreeMap<PathBuf, String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if entry.file_type().expect("its kind").is_dir() {
            found.insert(path.clone(), "folder".to_owned());
            look(&path, found);
        } else {
            found.insert(
                path.clone(),
                format!("{:?} {}", entry.file_type(), fs::read_to_string(&path).unwrap_or_default()),
            );
        }
    }
}

/// Ways to change something outside of the workspace. Each complains, as the programs that models call do.
const ESCAPES: [&str; 31] = [
    "echo x > OUT/new",
    "echo x > ../out/new",
    "echo x >> OUT/kept",
    ": > OUT/kept",
    "truncate -s 0 OUT/kept",
    "perl -e 'truncate($ARGV[0], 0) or die \"$ARGV[0]: $!\\n\"' OUT/kept",
    "echo x > link/new",
    "echo x > link-to-file",
    "ln -s OUT/new dangling; echo x > dangling",
    "rm OUT/kept",
    "unlink OUT/kept",
    "rmdir OUT/dir",
    "rm -r OUT/dir",
    "mkdir OUT/other",
    "touch OUT/new",
    "cp mine OUT/new",
    "mv mine OUT/mine",
    "mv -T mine OUT/kept",
    "mv OUT/kept taken",
    "mv OUT/dir OUT/moved",
    "ln OUT/kept hard && echo x >> hard",
    "ln mine OUT/hard",
    "ln -s mine OUT/soft",
    "mkfifo OUT/pipe",
    "mknod OUT/device c 1 3",
    "dd if=/dev/zero of=OUT/kept bs=1 count=1",
    "tee OUT/kept < mine",
    "sed -i s/kept/gone/ OUT/kept",
    "echo x > /proc/self/root/OUT/new",
    "bash -c 'exec 9>OUT/new; echo x >&9'",
    "setsid -w bash -c '(echo x > OUT/new) 2>&1'",
];

/// The same where the complaint does not name the place, so that nobody can tell what was denied.
const UNTOLD: [&str; 3] = [
    "cd /proc/self/cwd/../out && echo x > new",
    "echo x 2>/dev/null > OUT/new",
    "python3 -c 'open(\"OUT/new\", \"w\")' 2>/dev/null",
];

async fn no_escape(enforcement: Enforcement) {
    for mode in [ConfinementMode::WorkspaceWrite, ConfinementMode::ReadOnly] {
        for (number, escape) in ESCAPES.into_iter().chain(UNTOLD).enumerate() {
            let place = Place::new();
            let confined = Confined::new(Local::default(), place.policy().with_mode(mode)).enforced_by(enforcement);
            let before = place.outside();
            let finished = place.run(&confined, escape).await;
            let said = text(&finished.stderr) + &text(&finished.stdout);
            assert_eq!(place.outside(), before, "{mode} {escape}: {said}");
            assert_ne!(finished.end, End::Code(0), "{mode} {escape}");
            let report = finished.sandbox.expect("a report");
            assert!(report.denied || number >= ESCAPES.len(), "{mode} {escape}: {said}");
            assert_eq!((report.mode, report.enforcement), (mode, Some(enforcement.to_string())));
        }
    }
}

// contract: X6
#[tokio::test]
async fn nothing_outside_can_be_changed_under_landlock() {
    no_escape(Enforcement::Landlock).await;
}

// contract: X6
#[tokio::test]
async fn nothing_outside_can_be_changed_under_bubblewrap() {
    if has_bubblewrap() {
        no_escape(Enforcement::Bubblewrap).await;
    }
}

fn has_bubblewrap() -> bool {
    let has = Process::new("bwrap").args(["--ro-bind", "/", "/", "true"]).status().is_ok_and(|status| status.success());
    if !has {
        println!("not run: bubblewrap is not there, or may not make namespaces");
    }
    has
}

// contract: X6
#[tokio::test]
async fn devices_and_mounts_are_denied_also_inside() {
    let place = Place::new();
    let confined = Confined::new(Local::default(), place.policy()).enforced_by(Enforcement::Landlock);
    for script in ["mknod device b 7 0", "mknod device c 1 1", "mount --bind ../out sub", "mount -t tmpfs none sub"] {
        let finished = place.run(&confined, script).await;
        assert_ne!(finished.end, End::Code(0), "{script}");
        assert!(!place.root.join("ws/device").exists());
    }
    let finished =
        place.run(&confined, "perl -e 'syscall(133, \"device\", 0060644, 0x700) == 0 or die \"device: $!\\n\"'").await;
    assert_ne!(finished.end, End::Code(0), "{}", text(&finished.stderr));
}

// contract: X6
#[tokio::test]
async fn what_the_policy_allows_works() {
    let work = "echo x > new && mkdir -p a/b && mv new a/b/ && ln a/b/new hard && ln -s hard soft && echo y >> soft && \
                rm -r a && cat hard && cat OUT/kept && OUT/run && echo gone > /dev/null && test -r /etc/passwd";
    for enforcement in [Enforcement::Landlock, Enforcement::Bubblewrap] {
        if enforcement == Enforcement::Bubblewrap && !has_bubblewrap() {
            continue;
        }
        let place = Place::new();
        let confined = Confined::new(Local::default(), place.policy()).enforced_by(enforcement);
        let finished = place.run(&confined, work).await;
        assert_eq!(text(&finished.stderr), "", "{enforcement}");
        assert_eq!(
            (finished.end, text(&finished.stdout).as_str()),
            (End::Code(0), "x\ny\nkept\nran\n"),
            "{enforcement}"
        );
        assert!(finished.sandbox.is_some_and(|report| !report.denied), "{enforcement}");
        drop(place.folder);
    }
}

// contract: X6
#[tokio::test]
async fn a_wider_policy_is_for_one_command() {
    let place = Place::new();
    let confined = Confined::new(Local::default(), place.policy());
    let wide = Command::new("echo x > ../out/wide", place.root.join("ws")).confinement(Confinement::full());
    let finished = confined.run(wide, CancellationToken::new(), None).await.expect("it runs");
    assert!(finished.end == End::Code(0) && finished.sandbox.is_none() && place.root.join("out/wide").exists());
    assert_ne!(place.run(&confined, "echo x > OUT/again").await.end, End::Code(0));
    assert!(!place.root.join("out/again").exists());
}

// contract: X6, X5
#[tokio::test]
async fn a_confined_command_is_a_command() {
    let place = Place::new();
    let confined = Confined::new(Local::default(), place.policy());
    assert_eq!(place.run(&confined, "kill -TERM $$").await.end, End::Signal(15));
    assert_eq!(place.run(&confined, "exit 9").await.end, End::Code(9));
    let finished = place.run(&confined, "setsid sleep 80.1 & echo up").await;
    assert_eq!((text(&finished.stdout).as_str(), finished.stopped, alive("80.1")), ("up\n", 1, 0));
    let long = format!(": {}; echo long", "a".repeat(200_000));
    assert_eq!(text(&place.run(&confined, &long).await.stdout), "long\n");
    let signalled = place.run(&confined, "kill -KILL $PPID").await;
    assert_ne!(signalled.end, End::Code(0), "the supervisor is out of reach");
}

// contract: X6
#[tokio::test]
async fn the_network_can_be_cut() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its address").port();
    let connect = format!("exec 3<>/dev/tcp/127.0.0.1/{port}");
    for enforcement in [Enforcement::Landlock, Enforcement::Bubblewrap] {
        if enforcement == Enforcement::Bubblewrap && !has_bubblewrap() {
            continue;
        }
        let place = Place::new();
        let open = Confined::new(Local::default(), place.policy()).enforced_by(enforcement);
        assert_eq!(place.run(&open, &connect).await.end, End::Code(0), "{enforcement}");
        let cut = Confined::new(Local::default(), place.policy()).enforced_by(enforcement).without_network();
        assert_eq!(place.run(&cut, &connect).await.end, End::Code(1), "{enforcement}");
    }
}

// contract: X6
#[tokio::test]
async fn an_executor_that_cannot_confine_runs_nothing_that_has_to_be() {
    let place = Place::new();
    let asked = Command::new("touch ran", place.root.join("ws")).confinement(Confinement::read_only());
    let error = Local::default().run(asked, CancellationToken::new(), None).await.expect_err("it is refused");
    assert!(matches!(error, ShellError::SandboxUnavailable { .. }) && !place.root.join("ws/ran").exists());
}

// contract: X6
#[test]
fn without_landlock_nothing_runs_and_the_reason_is_told() {
    let test = std::env::current_exe().expect("this test");
    let shown = Process::new(test)
        .args(["--exact", "on_a_kernel_without_landlock", "--nocapture"])
        .env("WITHOUT_LANDLOCK", "1")
        .output()
        .expect("it runs");
    assert!(
        shown.status.success(),
        "{}{}",
        String::from_utf8_lossy(&shown.stdout),
        String::from_utf8_lossy(&shown.stderr)
    );
}

/// The other half of the test above: a filter answers for the kernel, from here on and in all children. Alone it does nothing.
#[test]
fn on_a_kernel_without_landlock() {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

    if std::env::var_os("WITHOUT_LANDLOCK").is_none() {
        return;
    }
    let calls = [libc_numbers::CREATE, libc_numbers::ADD, libc_numbers::RESTRICT];
    let rules = calls.into_iter().map(|call| (call, Vec::new())).collect();
    let arch = TargetArch::try_from(std::env::consts::ARCH).expect("a known machine");
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(38), arch).expect("a filter");
    seccompiler::apply_filter(&BpfProgram::try_from(filter).expect("a program")).expect("it is applied");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let place = Place::new();
    runtime.block_on(async {
        let run = |confined: Confined| {
            let asked = Command::new("touch ran", place.root.join("ws"));
            async move { confined.run(asked, CancellationToken::new(), None).await }
        };
        let error = run(Confined::new(Local::default(), place.policy()).enforced_by(Enforcement::Landlock)).await;
        let error = error.expect_err("it is refused");
        assert!(matches!(error, ShellError::SandboxUnavailable { .. }), "{error}");
        assert!(error.to_string().contains("the kernel has no Landlock"), "{error}");
        assert!(!place.root.join("ws/ran").exists());
        // Left to choose, it takes bubblewrap where that is, and refuses where not.
        match run(Confined::new(Local::default(), place.policy())).await {
            Ok(finished) => {
                let report = finished.sandbox.expect("a report");
                assert_eq!(report.enforcement.as_deref(), Some("bubblewrap"));
                assert!(place.root.join("ws/ran").exists());
            }
            Err(error) => assert!(matches!(error, ShellError::SandboxUnavailable { .. }), "{error}"),
        }
        assert_eq!(
            text(
                &Local::default()
                    .run(command("echo on"), CancellationToken::new(), None)
                    .await
                    .expect("it runs")
                    .stdout
            ),
            "on\n"
        );
    });
}

/// The system calls of Landlock have these numbers on every machine.
mod libc_numbers {
    pub(crate) const CREATE: i64 = 444;
    pub(crate) const ADD: i64 = 445;
    pub(crate) const RESTRICT: i64 = 446;
}
