//! [`LogReader`]: every line of a log in order, one in memory at a time.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::error::LogError;
use super::event::{Event, read_line};

/// The longest line that is read; a longer one is stepped over as broken, so that no file makes a reader hold more than this.
pub const MAX_LINE: u64 = 256 << 20;

/// Reads a log line by line. It needs no writer to have ended, and nothing that a file may hold is an error: lines that are not
/// ours are told as what they are.
///
/// ```no_run
/// use tool_sdk::session::{Line, LogReader};
///
/// let mut reader = LogReader::open("session.jsonl")?;
/// while let Some(line) = reader.next()? {
///     if let Line::Event(entry) = line {
///         println!("{} {}", entry.seq, entry.event.kind());
///     }
/// }
/// # Ok::<(), tool_sdk::session::LogError>(())
/// ```
#[derive(Debug)]
pub struct LogReader {
    input: BufReader<File>,
    path: Box<Path>,
    line: Vec<u8>,
    /// Where the next line begins.
    offset: u64,
    complete: bool,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Line<'a> {
    /// The first line of a log.
    Session(Header<'a>),
    /// Something that happened, or a foreign type.
    Event(Entry<'a>),
    /// A line that is no JSON object with a type and a number: torn by a crash, or not ours.
    Broken {
        /// Where it begins, in bytes.
        offset: u64,
    },
}

/// The first line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header<'a> {
    /// The version of the format.
    pub version: u64,
    /// The session.
    pub id: Cow<'a, str>,
    /// When it began, in milliseconds since 1970.
    pub started_at: u64,
}

/// One event with its place.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// Its number, counted from 1.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub time: u64,
    /// Where its line begins, in bytes.
    pub offset: u64,
    /// What happened.
    pub event: Event<'a>,
}

impl LogReader {
    /// Reads the log at `path` from its beginning.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LogError> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|error| LogError::io(path, error))?;
        Ok(Self::of(file, path))
    }

    pub(super) fn of(file: File, path: &Path) -> Self {
        let input = BufReader::with_capacity(256 << 10, file);
        Self { input, path: path.into(), line: Vec::new(), offset: 0, complete: true }
    }

    /// Goes to the line that begins at `offset`, which an [`Entry`] told.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn seek(&mut self, offset: u64) -> Result<(), LogError> {
        self.input.seek(SeekFrom::Start(offset)).map_err(|error| LogError::io(&self.path, error))?;
        self.offset = offset;
        Ok(())
    }

    /// Where the next line begins, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the line that was read last ended with a line end.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// The next line, or nothing at the end of what is there now.
    ///
    /// # Errors
    /// The file cannot be read.
    // Not an iterator: a line borrows from the reader, so that none is copied.
    #[expect(clippy::should_implement_trait, reason = "the item borrows from the reader")]
    pub fn next(&mut self) -> Result<Option<Line<'_>>, LogError> {
        let offset = self.offset;
        if !self.fill().map_err(|error| LogError::io(&self.path, error))? {
            return Ok(None);
        }
        Ok(Some(understand(&self.line, offset)))
    }

    /// Reads the bytes of a line; false at the end of the file.
    fn fill(&mut self) -> std::io::Result<bool> {
        self.line.clear();
        let read = self.input.by_ref().take(MAX_LINE).read_until(b'\n', &mut self.line)? as u64;
        if read == 0 {
            return Ok(false);
        }
        self.offset += read;
        self.complete = self.line.last() == Some(&b'\n');
        if !self.complete && read == MAX_LINE {
            self.line = Vec::new();
            self.offset += self.input.skip_until(b'\n')? as u64;
        }
        Ok(true)
    }
}

fn understand(bytes: &[u8], offset: u64) -> Line<'_> {
    let line = std::str::from_utf8(bytes).ok().and_then(read_line);
    let Some(line) = line else { return Line::Broken { offset } };
    match (line.seq, line.time, line.event) {
        (_, _, Event::Foreign { kind }) if kind == "session" => match (line.version, line.id) {
            (Some(version), Some(id)) => {
                Line::Session(Header { version, id, started_at: line.started_at.unwrap_or_default() })
            }
            _ => Line::Broken { offset },
        },
        (Some(seq), Some(time), event) => Line::Event(Entry { seq, time, offset, event }),
        // A foreign writer may number its lines in another way, or not at all.
        (seq, time, event @ Event::Foreign { .. }) => {
            Line::Event(Entry { seq: seq.unwrap_or_default(), time: time.unwrap_or_default(), offset, event })
        }
        _ => Line::Broken { offset },
    }
}
