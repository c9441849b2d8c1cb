//! Which files an agent has seen, and in which state: a change that it has not seen is not overwritten (contract T4).
//!
//! Plain data with its rules; who installs it decides for whom it holds (decision D51).

use std::collections::HashMap;
use std::hash::{BuildHasher as _, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use crate::provider::{Stat, Version};

/// A state of a file, as far as it takes to tell it from any later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    version: Version,
    /// Of the content, where a later change need not change the version.
    digest: Option<u64>,
}

impl Seen {
    /// The state of a file whose content is `pieces`.
    pub(crate) fn of<'a>(stat: &Stat, pieces: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut digest = Digest::for_file(stat);
        pieces.into_iter().for_each(|piece| digest.add(piece));
        digest.finish(stat)
    }

    /// Whether the version is that of the file now.
    pub(crate) fn has_version_of(&self, now: &Stat) -> bool {
        self.version == now.version
    }

    /// Whether the version alone does not tell.
    pub(crate) fn needs_content(&self) -> bool {
        self.digest.is_some()
    }
}

/// Gathers the digest of a content that comes in pieces, if the file needs one.
#[derive(Debug)]
pub(crate) struct Digest(Option<std::hash::DefaultHasher>);

/// The key is of this process alone, and digests never leave it.
static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);

impl Digest {
    pub(crate) fn for_file(stat: &Stat) -> Self {
        Self((!stat.settled).then(|| KEY.build_hasher()))
    }

    pub(crate) fn add(&mut self, piece: &[u8]) {
        if let Some(hasher) = &mut self.0 {
            hasher.write(piece);
        }
    }

    /// Whether pieces need not be added.
    pub(crate) fn is_idle(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn finish(self, stat: &Stat) -> Seen {
        Seen { version: stat.version, digest: self.0.map(|hasher| hasher.finish()) }
    }
}

/// What an agent knows of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Nothing.
    Unseen,
    /// It looked, and there was none.
    Absent,
    /// It has seen this state.
    Present(Seen),
}

/// The files that one agent has seen, by their real paths. Cloning it shares them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observations(Arc<Mutex<HashMap<PathBuf, Known>>>);

impl Observations {
    pub(crate) fn known(&self, path: &Path) -> Known {
        self.all().get(path).copied().unwrap_or(Known::Unseen)
    }

    pub(crate) fn saw(&self, path: PathBuf, seen: Seen) {
        self.all().insert(path, Known::Present(seen));
    }

    pub(crate) fn saw_nothing(&self, path: PathBuf) {
        self.all().insert(path, Known::Absent);
    }

    fn all(&self) -> MutexGuard<'_, HashMap<PathBuf, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What each agent has seen. Cloning it shares that.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memories(Arc<Mutex<Vec<Memory>>>);

/// The id of an agent, and what it has seen.
type Memory = (Option<u64>, Observations);

impl Memories {
    /// Of how many agents is kept what they have seen. Who was forgotten has to read again, so nothing is lost by it.
    const MOST: usize = 257;

    /// What the agent with this id has seen; calls without an agent are those of one.
    pub(crate) fn of(&self, agent: Option<u64>) -> Observations {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|(id, _)| *id == agent).map(|at| all.remove(at).1);
        if all.len() == Self::MOST {
            all.remove(0);
        }
        // The last one is the one that was at work last.
        let seen = known.unwrap_or_default();
        all.push((agent, seen.clone()));
        seen
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn stat(settled: bool) -> Stat {
        let mut stat = Stat::file(3, Version::new([1, 2, 3, 4, 5]), SystemTime::UNIX_EPOCH);
        stat.settled = settled;
        stat
    }

    // contract: T4
    #[test]
    fn a_change_within_one_tick_is_told_by_the_content() {
        let seen = Seen::of(&stat(false), [&b"a"[..], b"bc"]);
        assert!(seen.needs_content());
        assert_eq!(seen, Seen::of(&stat(false), [&b"abc"[..]]), "however the pieces are cut");
        assert_ne!(seen, Seen::of(&stat(false), [&b"abd"[..]]), "the version is the same, and the content is not");
    }

    #[test]
    fn a_settled_version_tells_by_itself() {
        let seen = Seen::of(&stat(true), []);
        assert!(!seen.needs_content() && seen.has_version_of(&stat(true)));
        let other = Stat::file(3, Version::new([1, 2, 3, 4, 6]), SystemTime::UNIX_EPOCH);
        assert!(!seen.has_version_of(&other));
    }

    #[test]
    fn observations_are_shared_by_their_clones() {
        let one = Observations::default();
        let path = Path::new("/a");
        assert_eq!(one.clone().known(path), Known::Unseen);
        one.clone().saw_nothing(path.to_owned());
        assert_eq!(one.known(path), Known::Absent);
        let seen = Seen::of(&stat(true), []);
        one.saw(path.to_owned(), seen);
        assert_eq!((one.known(path), Observations::default().known(path)), (Known::Present(seen), Known::Unseen));
    }

    // contract: T4
    #[test]
    fn each_agent_has_a_memory_and_the_oldest_is_forgotten() {
        let all = Memories::default();
        let path = Path::new("/a");
        for agent in [None, Some(1), Some(2)] {
            assert_eq!(all.of(agent).known(path), Known::Unseen, "{agent:?}");
            all.clone().of(agent).saw_nothing(path.to_owned());
        }
        for agent in 3..258 {
            all.of(Some(1));
            all.of(Some(agent));
        }
        assert_eq!(all.of(None).known(path), Known::Unseen);
        assert_eq!(all.of(Some(1)).known(path), Known::Absent);
    }
}
