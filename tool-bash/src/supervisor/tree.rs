//! The processes of a command: finding them, signalling them, and never signalling another.

use rustix::process::{Pid, Signal};

#[cfg(target_os = "linux")]
pub(crate) use linux::sweep;
#[cfg(target_os = "linux")]
pub(super) use linux::{remains, signal_all};
#[cfg(not(target_os = "linux"))]
pub(crate) use other::sweep;
#[cfg(not(target_os = "linux"))]
pub(super) use other::{remains, signal_all};

/// Whether the shell has been waited for. Until then its process id, which is that of its group too, is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shell {
    Unwaited(Pid),
    Gone(Pid),
}

impl Shell {
    fn signal_group(self, signal: Signal) {
        if let Self::Unwaited(pid) = self {
            let _ = rustix::process::kill_process_group(pid, signal);
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::HashSet;
    use std::fs;
    use std::os::fd::OwnedFd;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{Pid, PidfdFlags, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal};

    use super::Shell;

    /// Whether something may be left when this process has no children: a subreaper's descendants all end as its children.
    pub(crate) fn remains(_: Shell) -> bool {
        false
    }

    /// Signals all that descends from this process, and tells which processes of it were alive, the shell aside.
    ///
    /// What starts while this looks around is found by the next look: its parent's end makes it a child of this process, and
    /// that end is an event.
    pub(crate) fn signal_all(shell: Shell, signal: Signal) -> HashSet<Pid> {
        let own = getpid();
        let (Shell::Unwaited(leader) | Shell::Gone(leader)) = shell;
        shell.signal_group(signal);
        let tree = descendants(own);
        let known: HashSet<Pid> = tree.iter().copied().chain([own]).collect();
        let mut alive = HashSet::new();
        for pid in tree {
            let Some(process) = Process::read(pid) else { continue };
            if process.is_zombie {
                continue;
            }
            if Shell::Unwaited(pid) != shell {
                signal_one(process, own, &known, signal);
            }
            if pid != leader {
                alive.insert(pid);
            }
        }
        alive
    }

    /// A child of this process keeps its id until this process waits for it. Of any other, the descriptor is opened first and
    /// then its parent looked at: if the id had gone to a stranger, its parent would be none of ours.
    fn signal_one(process: Process, own: Pid, known: &HashSet<Pid>, signal: Signal) {
        if process.parent == Some(own) {
            let _ = kill_process(process.pid, signal);
            return;
        }
        let Ok(descriptor) = pidfd_open(process.pid, PidfdFlags::empty()) else { return };
        let parent = Process::read(process.pid).and_then(|process| process.parent);
        if parent.is_some_and(|parent| known.contains(&parent)) {
            let _ = pidfd_send_signal(&descriptor, signal);
        }
    }

    /// So many times the processes are looked through: what starts meanwhile is found by the next look.
    const SWEEPS: usize = 20;

    /// Kills what carries a mark in its environment: the processes of a command whose supervisor was killed.
    pub(crate) fn sweep(mark: &str) {
        for _ in 0..SWEEPS {
            let marked: Vec<OwnedFd> = processes().into_iter().filter_map(|pid| marked(pid, mark)).collect();
            for process in &marked {
                let _ = pidfd_send_signal(process, Signal::KILL);
            }
            // One that cannot end holds this up no longer than so.
            let moment = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
            for process in &marked {
                let _ = poll(&mut [PollFd::new(process, PollFlags::IN)], Some(&moment));
            }
            if marked.is_empty() {
                return;
            }
        }
    }

    /// A descriptor of the process if it carries the mark: looked at before it is opened, which spares most, and after, when the
    /// id cannot go to another any more. One that has ended has no environment.
    fn marked(pid: Pid, mark: &str) -> Option<OwnedFd> {
        let is_marked = || {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
        };
        let descriptor = is_marked().then(|| pidfd_open(pid, PidfdFlags::empty()).ok()).flatten()?;
        is_marked().then_some(descriptor)
    }

    /// All that descends from a process, nearest first.
    fn descendants(root: Pid) -> Vec<Pid> {
        if children(root).is_none() {
            return descendants_by_parent(root);
        }
        let mut found = children(root).unwrap_or_default();
        let mut next = 0;
        while let Some(pid) = found.get(next).copied() {
            found.extend(children(pid).unwrap_or_default());
            next += 1;
        }
        found
    }

    /// What the kernel lists as children of the threads of a process; `None` where it keeps no such list.
    fn children(pid: Pid) -> Option<Vec<Pid>> {
        let mut found = Vec::new();
        for thread in fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten() {
            let list = fs::read_to_string(thread.path().join("children")).ok()?;
            found.extend(list.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)));
        }
        Some(found)
    }

    /// The same from the parents of all processes, for kernels without the list.
    fn descendants_by_parent(root: Pid) -> Vec<Pid> {
        let all: Vec<Process> = processes().into_iter().filter_map(Process::read).collect();
        let mut found = vec![root];
        let mut next = 0;
        while let Some(pid) = found.get(next).copied() {
            found.extend(all.iter().filter(|process| process.parent == Some(pid)).map(|process| process.pid));
            next += 1;
        }
        found.split_off(1)
    }

    fn processes() -> Vec<Pid> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)).collect()
    }

    /// What `/proc/PID/stat` tells of a process.
    #[derive(Clone, Copy, Debug)]
    struct Process {
        pid: Pid,
        parent: Option<Pid>,
        is_zombie: bool,
    }

    impl Process {
        fn read(pid: Pid) -> Option<Self> {
            let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
            // The name in parentheses may hold spaces and parentheses itself.
            let name_end = stat.iter().rposition(|byte| *byte == b')')?;
            let rest = std::str::from_utf8(&stat[name_end + 1..]).ok()?;
            let mut words = rest.split_whitespace();
            let state = words.next()?;
            let parent = words.next()?.parse().ok()?;
            Some(Self { pid, parent: Pid::from_raw(parent), is_zombie: matches!(state, "Z" | "X") })
        }
    }

    #[cfg(test)]
    mod tests {
        use std::process::{Command, Stdio};

        use super::*;

        #[test]
        fn both_ways_find_the_same_tree() {
            let mut shell = Command::new("bash")
                .args(["-c", "(setsid sleep 31 & wait) & sleep 31 & read -r line"])
                .stdin(Stdio::piped())
                .spawn()
                .expect("a shell");
            let root = Pid::from_child(&shell);
            let sorted = |mut pids: Vec<Pid>| {
                pids.sort_unstable_by_key(|pid| pid.as_raw_nonzero());
                pids
            };
            let mut tree = Vec::new();
            while tree.len() < 3 {
                tree = sorted(descendants(root));
            }
            assert_eq!(tree, sorted(descendants_by_parent(root)));
            for pid in tree {
                let _ = kill_process(pid, Signal::KILL);
            }
            drop(shell.stdin.take());
            shell.wait().expect("it ends");
        }
    }
}

/// Without a subreaper: the group of the shell is all that can be known of.
#[cfg(not(target_os = "linux"))]
mod other {
    use std::collections::HashSet;

    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

    use super::Shell;

    pub(crate) fn remains(shell: Shell) -> bool {
        matches!(shell, Shell::Gone(group) if test_kill_process_group(group).is_ok())
    }

    pub(crate) fn signal_all(shell: Shell, signal: Signal) -> HashSet<Pid> {
        shell.signal_group(signal);
        if let Shell::Gone(group) = shell
            && remains(shell)
        {
            let _ = kill_process_group(group, signal);
        }
        HashSet::new()
    }

    pub(crate) fn sweep(_: &str) {}
}
