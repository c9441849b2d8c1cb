//! What `write` and `edit` have in common: one file, its old content, and the new one put into its place.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tool_sdk::prelude::*;

use crate::blocking::Stop;
use crate::observe::{Digest, Known, Seen};
use crate::provider::{self, DiskError, Expected, Publication, Published, Stat};
use crate::read::read_some;
use crate::trouble::{Doing, Trouble, What};
use crate::workspace::Workspace;

/// From this size on a text is not in the value (decision D44).
pub(crate) const TEXTS_BELOW: usize = 10 << 20;

/// How often a change is worked out again when somebody else was faster.
const ATTEMPTS: u32 = 100;

const PIECE: usize = 1 << 20;

/// One file that is to be changed.
#[derive(Debug)]
pub(crate) struct Target<'a> {
    pub(crate) workspace: &'a Workspace,
    /// As the caller knows it.
    pub(crate) path: PathBuf,
    real: PathBuf,
    within: Option<PathBuf>,
    stop: &'a Stop,
}

/// What a file held.
#[derive(Debug)]
pub(crate) struct Old {
    pub(crate) stat: Stat,
    /// Its bytes, or the first of them.
    pub(crate) bytes: Vec<u8>,
    /// Whether these are all.
    pub(crate) whole: bool,
    /// Its state with its content, where the version alone does not tell whether it is the one that was seen.
    seen: Option<Seen>,
}

impl<'a> Target<'a> {
    /// Finds the file and checks that it may be changed.
    pub(crate) fn find(workspace: &'a Workspace, written: &str, stop: &'a Stop) -> Result<Self, Trouble> {
        let path = workspace.absolute(Doing::Writing, written)?;
        let real = workspace.real(Doing::Writing, &path)?;
        let within = workspace.may_write(&real).map_err(|what| Trouble::new(Doing::Writing, &path, what))?;
        let within = within.map(Path::to_owned);
        Ok(Self { workspace, path, real, within, stop })
    }

    pub(crate) fn trouble(&self, what: What) -> Trouble {
        Trouble::new(Doing::Writing, &self.path, what)
    }

    fn failed(&self, error: DiskError) -> Trouble {
        Trouble::of(Doing::Writing, self.workspace.disk(), &self.path, error)
    }

    /// What is known of the file, if somebody remembers that.
    pub(crate) fn known(&self) -> Option<Known> {
        self.workspace.seen().map(|seen| seen.known(&self.real))
    }

    /// Reads the file, and keeps the first `most` bytes of it; nothing when there is none.
    pub(crate) fn read_old(&self, most: usize) -> Result<Option<Old>, Trouble> {
        let mut file = match self.workspace.disk().open(&self.real) {
            Ok(file) => file,
            Err(DiskError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.failed(error)),
        };
        let needs_digest = matches!(self.known(), Some(Known::Present(seen)) if seen.needs_content());
        // The digest is of the state that was seen, whatever the clock says by now.
        let mut digest = needs_digest.then(|| Digest::for_file(&Stat { settled: false, ..file.stat }));
        let mut old = Old { stat: file.stat, bytes: Vec::new(), whole: true, seen: None };
        old.bytes.reserve_exact(most.min(usize::try_from(file.stat.length).unwrap_or(most)));
        let mut piece = vec![0; PIECE];
        loop {
            if self.stop.is_set() {
                return Err(self.trouble(What::Stopped));
            }
            let count = read_some(&mut *file.content, &mut piece).map_err(|error| self.failed(error.into()))?;
            let kept = count.min(most - old.bytes.len());
            old.bytes.extend_from_slice(&piece[..kept]);
            old.whole &= kept == count;
            if let Some(digest) = &mut digest {
                digest.add(&piece[..count]);
            }
            if count == 0 || (!old.whole && digest.is_none()) {
                old.seen = digest.map(|digest| digest.finish(&old.stat));
                return Ok(Some(old));
            }
        }
    }

    /// What is there, where it may not be read but perhaps written.
    pub(crate) fn look(&self) -> Result<Option<Old>, Trouble> {
        match self.workspace.disk().stat(&self.real) {
            Ok(stat) => Ok(Some(Old { stat, bytes: Vec::new(), whole: false, seen: None })),
            Err(error) => Err(self.failed(error.into())),
        }
    }

    /// The error that there is no file.
    pub(crate) fn missing(&self) -> Trouble {
        self.failed(io::Error::from(io::ErrorKind::NotFound).into())
    }

    /// Works a change out and makes it, one caller at a time; again while somebody outside of this process is faster.
    pub(crate) fn change<T>(&self, work: impl Fn() -> Result<Attempt<T>, ToolError>) -> Result<T, ToolError> {
        let is_set = || self.stop.is_set();
        let Some(_lock) = provider::lock(&self.real, &is_set) else { return Err(self.trouble(What::Stopped).into()) };
        for _ in 0..ATTEMPTS {
            if let Attempt::Done(done) = work()? {
                return Ok(done);
            }
        }
        Err(self.trouble(What::Busy).into())
    }

    /// Puts new content into the place of what was read. Nothing when somebody else was faster.
    pub(crate) fn publish(&self, pieces: &[&[u8]], old: Option<&Old>) -> Result<Option<Published>, Trouble> {
        let expected = old.map_or(Expected::Absent, |old| Expected::Unchanged(old.stat.version));
        let publication = Publication { path: &self.real, pieces, expected, within: self.within.as_deref() };
        let published = match self.workspace.disk().publish(&publication, &|| self.stop.is_set()) {
            Err(DiskError::Changed | DiskError::Exists) => return Ok(None),
            other => other.map_err(|error| self.failed(error))?,
        };
        if let Some(seen) = self.workspace.seen() {
            seen.saw(self.real.clone(), Seen::of(&published.stat, pieces.iter().copied()));
        }
        if self.stop.is_set() {
            return Err(self.trouble(What::StoppedAfterwards));
        }
        Ok(Some(published))
    }
}

/// What came of one attempt at a change.
#[derive(Debug)]
pub(crate) enum Attempt<T> {
    Done(T),
    /// The file changed meanwhile.
    Again,
}

/// Whether a file may be changed, given what is known of it and what it holds now. Without a policy nothing has to be known.
pub(crate) fn may_change(known: Option<Known>, old: Option<&Old>) -> Result<(), What> {
    match (known, old) {
        (None, _) | (Some(Known::Unseen | Known::Absent), None) => Ok(()),
        (Some(Known::Unseen | Known::Absent), Some(_)) => Err(What::NotObserved),
        (Some(Known::Present(_)), None) => Err(What::Stale),
        (Some(Known::Present(seen)), Some(old)) => {
            let same = if seen.needs_content() { old.seen == Some(seen) } else { seen.has_version_of(&old.stat) };
            if same { Ok(()) } else { Err(What::Stale) }
        }
    }
}

/// A text for a value: none when it is too large.
pub(crate) fn text_for_value(text: Option<&str>) -> Nullable<Arc<str>> {
    text.filter(|text| text.len() < TEXTS_BELOW).map(Arc::from).into()
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::provider::Version;

    // contract: T4
    #[test]
    fn what_was_not_seen_is_not_changed() {
        let stat = |n| Stat::file(1, Version::new([n; 5]), SystemTime::UNIX_EPOCH);
        let old = |n| Old { stat: stat(n), bytes: b"x".to_vec(), whole: true, seen: None };
        let seen = Some(Known::Present(Seen::of(&stat(1), [])));
        assert!(may_change(None, Some(&old(1))).is_ok(), "no policy");
        assert!(may_change(None, None).is_ok());
        assert!(may_change(seen, Some(&old(1))).is_ok());
        assert!(matches!(may_change(seen, Some(&old(2))), Err(What::Stale)));
        assert!(matches!(may_change(seen, None), Err(What::Stale)));
        for known in [Known::Unseen, Known::Absent] {
            assert!(may_change(Some(known), None).is_ok());
            assert!(matches!(may_change(Some(known), Some(&old(1))), Err(What::NotObserved)));
        }
    }
}
