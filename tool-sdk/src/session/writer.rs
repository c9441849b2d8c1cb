//! [`SessionLog`]: the one writer of a log.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use super::error::LogError;
use super::event::Event;
use super::open::OpenCalls;
use super::reader::{Line, LogReader};
use crate::present::Members;

/// The version that is written.
const VERSION: u64 = 1;

/// How every log begins.
const BEGINNING: &[u8] = br#"{"type":"session""#;

/// What an acknowledged event survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The end of the process, however it ends: the operating system has the line before [`SessionLog::append`] returns, and
    /// writes it to the disk in its own time.
    #[default]
    Process,
    /// Also the end of the machine: the line is on the disk before `append` returns. Costs one flush of the disk for each event.
    Machine,
}

/// How a log is opened.
#[derive(Clone, Debug, Default)]
pub struct SessionLogOptions {
    id: Option<String>,
    durability: Durability,
}

impl SessionLogOptions {
    /// A made-up id and [`Durability::Process`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of the session, for a log that is new.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// What an acknowledged event survives.
    #[must_use]
    pub fn durability(mut self, durability: Durability) -> Self {
        self.durability = durability;
        self
    }

    /// Opens or makes the log at `path`; see [`SessionLog::append_to`].
    ///
    /// # Errors
    /// As `append_to`.
    pub fn append_to(self, path: impl Into<PathBuf>) -> Result<SessionLog, LogError> {
        SessionLog::open(path.into(), self)
    }
}

/// The one writer of a session log. Shared by reference; every thread may append, and a line is never mixed with another.
///
/// A line is handed to the operating system in one piece before [`append`](Self::append) returns: what was acknowledged survives
/// the death of the process. [`Durability::Machine`] says the same of the machine.
#[derive(Debug)]
pub struct SessionLog {
    path: PathBuf,
    durability: Durability,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    file: File,
    /// The number of the event that was written last.
    seq: u64,
    /// Its time: the clock of the machine may go back, the log does not.
    time: u64,
    /// The turn that the session is in, if its host counts them.
    turn: Option<u64>,
    /// Whether the last write failed half-way, so that the next line needs a line end before it.
    torn: bool,
    buffer: Vec<u8>,
}

impl SessionLog {
    /// Opens the log at `path` for appending, or makes it.
    ///
    /// What an earlier writer left behind is put in order first, by appending alone: a torn last line is ended, so that it is one
    /// broken line, and each call without a result gets one, `TOOL_NOT_STARTED` or `TOOL_OUTCOME_UNKNOWN` (contract L2), at the
    /// time of the last event. The log is locked until it is dropped: it has one writer, also among processes.
    ///
    /// # Errors
    /// The file cannot be opened or written, has another writer, holds something else than a session log, or one of a later
    /// version. Nothing is written then.
    pub fn append_to(path: impl Into<PathBuf>) -> Result<Self, LogError> {
        SessionLogOptions::new().append_to(path)
    }

    fn open(path: PathBuf, options: SessionLogOptions) -> Result<Self, LogError> {
        let file = lock(&path)?;
        let found = Found::in_file(&file, &path)?;
        let state = State { file, seq: found.seq, time: found.time, turn: None, torn: found.torn, buffer: Vec::new() };
        let log = Self { path, durability: options.durability, state: Mutex::new(state) };
        if found.version.is_none() {
            log.begin(options.id)?;
        }
        for answer in found.open.answers() {
            log.append_at(&answer, Some(found.time))?;
        }
        Ok(log)
    }

    /// Where the log is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes one event and gives its number. It may be called from every thread, and blocks for the length of one write.
    ///
    /// # Errors
    /// The disk refuses, or a part that has to be JSON is none; no later event is harmed by either.
    pub fn append(&self, event: &Event<'_>) -> Result<u64, LogError> {
        self.append_at(event, None)
    }

    /// The session is in this turn: the calls that an attached log hears from here on name it. The host counts; nothing is
    /// written by this alone.
    pub fn turn(&self, number: u64) {
        self.state().turn = Some(number);
    }

    /// The turn that the session is in.
    pub(super) fn current_turn(&self) -> Option<u64> {
        self.state().turn
    }

    /// Waits until everything that was appended is on the disk.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn sync(&self) -> Result<(), LogError> {
        self.state().file.sync_data().map_err(|error| LogError::io(&self.path, error))
    }

    fn append_at(&self, event: &Event<'_>, time: Option<u64>) -> Result<u64, LogError> {
        let members = event.to_members()?;
        let mut state = self.state();
        let seq = state.seq + 1;
        let time = time.unwrap_or_else(now).max(state.time);
        state
            .write(format_args!("{{\"seq\":{seq},\"time\":{time},{}", &members[1..]))
            .map_err(|error| self.io(error))?;
        // Only what was written counts: the number of a line that failed is used again.
        (state.seq, state.time) = (seq, time);
        self.flush(&state)?;
        Ok(seq)
    }

    fn begin(&self, id: Option<String>) -> Result<(), LogError> {
        let started_at = now();
        let id = id.unwrap_or_else(|| format!("session-{started_at}-{}", std::process::id()));
        let header = Members::to_text(|put| {
            put.text("type", "session");
            put.number("version", VERSION);
            put.text("id", &id);
            put.number("startedAt", started_at);
        });
        let mut state = self.state();
        state.write(format_args!("{header}")).map_err(|error| self.io(error))?;
        state.time = state.time.max(started_at);
        self.flush(&state)
    }

    fn flush(&self, state: &State) -> Result<(), LogError> {
        match self.durability {
            Durability::Process => Ok(()),
            Durability::Machine => state.file.sync_data().map_err(|error| self.io(error)),
        }
    }

    fn io(&self, error: std::io::Error) -> LogError {
        LogError::io(&self.path, error)
    }

    /// A thread that panics does not hold the lock half-way: the state is whole at every point where it could.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Writes one line in one piece.
    fn write(&mut self, line: std::fmt::Arguments<'_>) -> std::io::Result<()> {
        self.buffer.clear();
        if self.torn {
            self.buffer.push(b'\n');
        }
        writeln!(self.buffer, "{line}")?;
        let written = self.file.write_all(&self.buffer);
        self.torn = written.is_err();
        // One huge line does not keep its memory for the rest of the session.
        if self.buffer.capacity() > 1 << 20 {
            self.buffer = Vec::new();
        }
        written
    }
}

/// Opens the file for appending and for this writer alone.
fn lock(path: &Path) -> Result<File, LogError> {
    let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
    let file = opened.map_err(|error| LogError::io(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LogError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(error)) => Err(LogError::io(path, error)),
    }
}

/// What is in a file that is to be appended to.
#[derive(Default)]
struct Found {
    version: Option<u64>,
    seq: u64,
    time: u64,
    /// Whether the last line has no line end.
    torn: bool,
    open: OpenCalls,
}

impl Found {
    /// Looks through a file before anything is written to it.
    fn in_file(file: &File, path: &Path) -> Result<Self, LogError> {
        let io = |error| LogError::io(path, error);
        check_beginning(file, path)?;
        let mut again = file.try_clone().map_err(io)?;
        again.rewind().map_err(io)?;
        let mut reader = LogReader::of(again, path);
        let mut found = Self::default();
        while let Some(line) = reader.next()? {
            match line {
                Line::Session(header) if header.version > VERSION => {
                    return Err(LogError::Version { path: path.to_owned(), found: header.version });
                }
                Line::Session(header) => {
                    found.version = Some(header.version);
                    found.time = found.time.max(header.started_at);
                }
                Line::Event(entry) => {
                    found.seq = found.seq.max(entry.seq);
                    found.time = found.time.max(entry.time);
                    found.open.see(entry.offset, &entry.event);
                }
                Line::Broken { .. } => {}
            }
        }
        found.torn = !reader.is_complete();
        Ok(found)
    }
}

/// A log is empty, begins as a log does, or is the torn beginning of one: nothing else is ever appended to.
fn check_beginning(mut file: &File, path: &Path) -> Result<(), LogError> {
    let mut beginning = Vec::new();
    file.take(BEGINNING.len() as u64).read_to_end(&mut beginning).map_err(|error| LogError::io(path, error))?;
    file.rewind().map_err(|error| LogError::io(path, error))?;
    if BEGINNING.starts_with(&beginning) { Ok(()) } else { Err(LogError::NotALog { path: path.to_owned() }) }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
