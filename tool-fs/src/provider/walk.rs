//! Going through the files of this machine, with ripgrep's walker.

use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

use ignore::{WalkBuilder, WalkState};

use super::{Found, Visitor, Walk};

/// The folders in which version control keeps its own files.
pub(crate) const VERSION_CONTROL: [&str; 6] = [".git", ".svn", ".hg", ".bzr", ".jj", ".sl"];

/// Beyond this more threads only wait for the disk.
const MOST_THREADS: usize = 12;

pub(super) fn walk<'a>(walk: &Walk<'_>, visitor: &(dyn Fn() -> Visitor<'a> + Sync)) {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(MOST_THREADS));
    WalkBuilder::new(walk.root)
        .hidden(false)
        .ignore(walk.honour_ignore)
        .parents(walk.honour_ignore)
        .git_ignore(walk.honour_ignore)
        .git_exclude(walk.honour_ignore)
        .git_global(walk.honour_ignore)
        // What a `.gitignore` says holds outside a repository as well: a reader of the file expects nothing else.
        .require_git(false)
        .follow_links(false)
        .threads(threads)
        .filter_entry(|entry| {
            entry.depth() == 0
                || !(entry.file_type().is_some_and(|kind| kind.is_dir()) && is_version_control(entry.file_name()))
        })
        .build_parallel()
        .run(|| {
            let mut visit = visitor();
            Box::new(move |entry| {
                let go_on = match entry {
                    Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                        visit(Found::File(entry.path()))
                    }
                    Ok(_) => true,
                    Err(error) => unreadable(error).is_none_or(|(path, error)| visit(Found::Unreadable(path, error))),
                };
                if go_on { WalkState::Continue } else { WalkState::Quit }
            })
        });
}

/// Whether version control keeps its own files in a folder of this name.
pub(crate) fn is_version_control(name: &OsStr) -> bool {
    VERSION_CONTROL.iter().any(|known| name == *known)
}

/// The path of an error and what the operating system said; nothing for a line of an ignore file that is no pattern.
fn unreadable(error: ignore::Error) -> Option<(PathBuf, io::Error)> {
    let mut path = PathBuf::new();
    let mut next = error;
    loop {
        next = match next {
            ignore::Error::WithPath { path: at, err } => {
                path = at;
                *err
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => *err,
            ignore::Error::Io(error) => return Some((path, error)),
            _ => return None,
        };
    }
}
