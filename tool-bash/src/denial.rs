//! Was it the sandbox? Told from what a command complained of, the policy, and what the host itself may do.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{Access, access};
use tool_sdk::{Confinement, ConfinementMode};

/// How programs say what the kernel's EACCES, EPERM, EROFS and EXDEV mean.
const COMPLAINTS: [&str; 5] = [
    "permission denied",
    "operation not permitted",
    "read-only file system",
    "invalid cross-device link",
    "cross-device link",
];

/// So many lines are looked at, from the end: the complaint that matters stands there.
const LINES: usize = 200;

/// Whether the output complains of something that only the policy forbids: the host could do it.
pub(crate) fn is_told(output: &[u8], directory: &Path, policy: &Confinement) -> bool {
    let output = String::from_utf8_lossy(output);
    output.lines().rev().take(LINES).any(|line| {
        let lower = line.to_lowercase();
        let complaint = COMPLAINTS.iter().find(|complaint| lower.contains(*complaint));
        complaint.is_some_and(|complaint| {
            candidates(line, complaint)
                .any(|path| is_only_forbidden_by(policy, &real(&directory.join(path)), complaint))
        })
    })
}

/// What of a line may be a path: what stands in quotes, what stands before the complaint, and words with a slash.
fn candidates<'a>(line: &'a str, complaint: &str) -> impl Iterator<Item = &'a str> {
    let quoted = line.split(['\'', '"', '`', '‘', '’']).skip(1).step_by(2);
    let fields: Vec<&str> = line.split(": ").collect();
    let complaining = fields.iter().position(|field| field.to_lowercase().contains(complaint));
    let before = complaining.and_then(|at| at.checked_sub(1)).map(|at| fields[at].trim());
    let words = line.split_whitespace().filter(|word| word.contains('/'));
    let words = words.map(|word| word.trim_end_matches([':', ',', '.', ')']).trim_start_matches('('));
    quoted.chain(before).chain(words).filter(|text| !text.is_empty() && text.len() < 4_096 && !text.contains('\0'))
}

fn is_only_forbidden_by(policy: &Confinement, path: &Path, complaint: &str) -> bool {
    // A word of the message is no path. One that exists, or could be made where it says, is.
    let place = if path.exists() { path } else { path.parent().unwrap_or(path) };
    if !place.exists() || access(place, Access::WRITE_OK).is_err() {
        return false;
    }
    if policy.mode() == ConfinementMode::ReadOnly || !policy.may_write(path) {
        return true;
    }
    // Within the policy, what the kernel calls not permitted is a device or a mount.
    complaint == "operation not permitted"
}

/// The path without `.`, `..` and links, also where its end does not exist.
fn real(path: &Path) -> PathBuf {
    let mut real = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                real.pop();
            }
            other => {
                real.push(other);
                real = real.canonicalize().or_else(|_| beyond_link(&real)).unwrap_or(real);
            }
        }
    }
    real
}

/// Where a link to something that does not exist leads.
fn beyond_link(link: &Path) -> io::Result<PathBuf> {
    let target = link.parent().unwrap_or(link).join(fs::read_link(link)?);
    let folder = target.parent().unwrap_or(&target).canonicalize()?;
    Ok(target.file_name().map_or(folder.clone(), |name| folder.join(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    // contract: X6
    #[test]
    fn a_denial_is_a_complaint_that_the_host_would_not_have() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().canonicalize().expect("its real path");
        let (inside, outside) = (folder.join("ws"), folder.join("other"));
        fs::create_dir_all(&inside).expect("a folder");
        fs::create_dir_all(&outside).expect("a folder");
        let policy = Confinement::workspace_write([&inside]).expect("a policy");
        let told = |line: String| is_told(line.as_bytes(), &inside, &policy);
        let outside = outside.display();
        assert!(told(format!("bash: line 1: {outside}/x: Permission denied")));
        assert!(told(format!("touch: cannot touch '{outside}/x': Permission denied")));
        assert!(told(format!("PermissionError: [Errno 13] Permission denied: '{outside}/x'")));
        assert!(told("mv: cannot move 'a' to '../other/a': Invalid cross-device link".to_owned()));
        assert!(told(format!("first\ncp: cannot create regular file '{outside}': Read-only file system\nlast")));
        assert!(!told(format!("{outside}/x: No such file or directory")));
        assert!(!told("ls: cannot open directory '/proc/1/fdinfo': Permission denied".to_owned()));
        assert!(!told("ssh: git@example.org: Permission denied (publickey).".to_owned()));
        assert!(!told("./script.sh: Permission denied".to_owned()));
        assert!(!told("Permission denied".to_owned()));
        let read_only = policy.with_mode(ConfinementMode::ReadOnly);
        let told = |line: &str| is_told(line.as_bytes(), &inside, &read_only);
        assert!(told("bash: line 1: x: Permission denied"));
        assert!(!told("bash: line 1: /proc/1/x: Permission denied"));
    }
}
