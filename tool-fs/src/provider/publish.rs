//! Giving a file of this machine new content, all at once.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::Write as _;

use rustix::fs::{Access, AtFlags};

use super::folder::Folder;
use super::staging::Staging;
use super::{DiskError, Expected, Publication, Published, attributes, fault, local};

/// How much is written before somebody is asked whether to go on.
const PIECE: usize = 1 << 20;

/// Writes the content beside the file and then puts it into its place by one rename.
pub(super) fn publish(publication: &Publication<'_>, stop: &dyn Fn() -> bool) -> Result<Published, DiskError> {
    let (Some(parent), Some(name)) = (publication.path.parent(), publication.path.file_name()) else {
        return Err(DiskError::NotRegular(super::FileKind::Folder));
    };
    if publication.within.is_some_and(|root| !parent.starts_with(root)) {
        return Err(DiskError::Outside);
    }
    let mut folder = Folder::open(parent, publication.within)?;
    let (file, old) = stage_and_place(publication, &folder, name, stop)?;
    folder.keep();
    let stat = local::stat(&file.metadata()?);
    Ok(Published { stat, created: old.is_none(), split: old.is_some_and(|old| local::stat(&old).links > 1) })
}

/// The file that has its name now, and what had it before.
fn stage_and_place(
    publication: &Publication<'_>,
    folder: &Folder,
    name: &OsStr,
    stop: &dyn Fn() -> bool,
) -> Result<(File, Option<Metadata>), DiskError> {
    let staging = Staging::make(folder, name, stop)?;
    // Whoever keeps to this way of writing holds the staging while he replaces the file, so from here on it changes only by the
    // hand of others.
    let old = expect(publication.expected, folder, name)?;
    write(&staging.file, publication.pieces, stop)?;
    fault::step()?;
    match &old {
        Some(old) => attributes::carry_over(old, folder.read_only(name).as_ref(), &staging.file)?,
        None => attributes::as_new(&staging.file)?,
    }
    fault::step()?;
    staging.file.sync_all()?;
    if stop() {
        return Err(DiskError::Stopped);
    }
    match (&old, publication.expected) {
        (None, Expected::Absent) => staging.create(name)?,
        (_, Expected::Anything) => staging.replace(name)?,
        (Some(old), _) => {
            expect(Expected::Unchanged(local::stat(old).version), folder, name)?;
            staging.replace(name)?;
        }
        (None, Expected::Unchanged(_)) => return Err(DiskError::Changed),
    }
    Ok((staging.file.try_clone()?, old))
}

/// What is there now, if that is as it was expected and may be replaced.
fn expect(expected: Expected, folder: &Folder, name: &OsStr) -> Result<Option<Metadata>, DiskError> {
    let Some(found) = folder.look(name)? else {
        return if matches!(expected, Expected::Unchanged(_)) { Err(DiskError::Changed) } else { Ok(None) };
    };
    local::expect_regular(&found)?;
    match expected {
        Expected::Absent => return Err(DiskError::Exists),
        Expected::Unchanged(version) if local::stat(&found).version != version => return Err(DiskError::Changed),
        Expected::Anything | Expected::Unchanged(_) => {}
    }
    // A rename does not ask for this right, so whoever forbade writing would be ignored.
    match rustix::fs::accessat(&folder.fd, name, Access::WRITE_OK, AtFlags::EACCESS) {
        Ok(()) => Ok(Some(found)),
        Err(rustix::io::Errno::ACCESS | rustix::io::Errno::ROFS) => Err(DiskError::ReadOnly),
        Err(error) => Err(error.into()),
    }
}

fn write(mut file: &File, pieces: &[&[u8]], stop: &dyn Fn() -> bool) -> Result<(), DiskError> {
    for piece in pieces.iter().flat_map(|piece| piece.chunks(PIECE)) {
        if stop() {
            return Err(DiskError::Stopped);
        }
        fault::step()?;
        file.write_all(piece)?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "publish_tests.rs"]
mod tests;
