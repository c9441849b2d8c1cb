//! [`LogIndex`]: where the lines of a call stand.

use std::collections::HashMap;
use std::path::Path;

use super::error::LogError;
use super::event::Event;
use super::reader::{Line, LogReader};

/// Where in a log the lines of each call stand, in bytes from its beginning. It holds ids and offsets, no text.
///
/// ```no_run
/// use tool_sdk::session::{LogIndex, LogReader};
///
/// let mut reader = LogReader::open("session.jsonl")?;
/// let index = LogIndex::of(&mut reader)?;
/// if let Some(result) = index.latest("call_7").and_then(|places| places.result) {
///     reader.seek(result)?;
///     println!("{:?}", reader.next()?);
/// }
/// # Ok::<(), tool_sdk::session::LogError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LogIndex {
    by_id: HashMap<Box<str>, Vec<Places>>,
}

/// The lines of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Places {
    /// Where it was asked for.
    pub call: u64,
    /// Where its body was about to be entered.
    pub start: Option<u64>,
    /// Where it ended.
    pub result: Option<u64>,
}

impl LogIndex {
    /// The index of the log at `path`.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn build(path: impl AsRef<Path>) -> Result<Self, LogError> {
        Self::of(&mut LogReader::open(path)?)
    }

    /// The index of what `reader` has yet to read.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of(reader: &mut LogReader) -> Result<Self, LogError> {
        let mut index = Self::default();
        while let Some(line) = reader.next()? {
            if let Line::Event(entry) = line {
                index.see(entry.offset, &entry.event);
            }
        }
        Ok(index)
    }

    /// The calls of this id, in order: a model may use an id again.
    pub fn places(&self, call_id: &str) -> &[Places] {
        self.by_id.get(call_id).map_or(&[], Vec::as_slice)
    }

    /// The last call of this id.
    pub fn latest(&self, call_id: &str) -> Option<Places> {
        self.places(call_id).last().copied()
    }

    /// How many ids there are.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether there is no call.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    fn see(&mut self, offset: u64, event: &Event<'_>) {
        match event {
            Event::Call(event) => self.begin(&event.call_id, offset),
            Event::DispatchStart(event) => self.begin(&event.sub_call_id, offset),
            Event::Start { call_id } => {
                if let Some(places) = self.open(call_id) {
                    places.start = Some(offset);
                }
            }
            Event::Result(event) => self.end(&event.call_id, offset),
            Event::Dispatch(event) => self.end(&event.sub_call_id, offset),
            Event::Context { .. } | Event::Job(_) | Event::Foreign { .. } => {}
        }
    }

    fn begin(&mut self, id: &str, call: u64) {
        let places = Places { call, start: None, result: None };
        match self.by_id.get_mut(id) {
            Some(earlier) => earlier.push(places),
            None => {
                self.by_id.insert(id.into(), Vec::from([places]));
            }
        }
    }

    fn end(&mut self, id: &str, offset: u64) {
        if let Some(places) = self.open(id) {
            places.result = Some(offset);
        }
    }

    fn open(&mut self, id: &str) -> Option<&mut Places> {
        self.by_id.get_mut(id)?.last_mut().filter(|places| places.result.is_none())
    }
}
