//! [`Replay`]: the cards of a log, from the log and presenters alone.

use std::path::Path;

use super::cards::Cards;
use super::error::LogError;
use super::event::Event;
use super::reader::{Line, LogReader};
use crate::present::{Card, Presenters};

/// The cards of a session log, in the order in which the calls ended; calls that nobody answered come last.
///
/// Memory holds one line and the calls that are open at that point of the log, never the log.
#[derive(Debug)]
pub struct Replay {
    reader: LogReader,
    unanswered_pending: bool,
}

impl Replay {
    /// Replays the log at `path`.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LogError> {
        Ok(Self { reader: LogReader::open(path)?, unanswered_pending: false })
    }

    /// The log is still being written: calls without a result are pending, not interrupted.
    #[must_use]
    pub fn while_running(mut self) -> Self {
        self.unanswered_pending = true;
        self
    }

    /// The cards.
    pub fn cards(self, presenters: &Presenters) -> impl Iterator<Item = Result<Card, LogError>> {
        let Self { mut reader, unanswered_pending } = self;
        let mut cards = Cards::new(presenters);
        let mut ended = false;
        std::iter::from_fn(move || {
            while !ended {
                match next(&mut reader, &mut cards) {
                    Ok(Step::Card(card)) => return Some(Ok(*card)),
                    Ok(Step::Nothing) => {}
                    Ok(Step::End) => ended = true,
                    Err(error) => {
                        ended = true;
                        return Some(Err(error));
                    }
                }
            }
            if unanswered_pending { cards.take_pending().map(Ok) } else { cards.unanswered().map(Ok) }
        })
    }
}

/// What one line brings.
enum Step {
    Card(Box<Card>),
    Nothing,
    End,
}

fn next(reader: &mut LogReader, cards: &mut Cards<'_>) -> Result<Step, LogError> {
    let Some(line) = reader.next()? else { return Ok(Step::End) };
    let Line::Event(entry) = line else { return Ok(Step::Nothing) };
    if let Event::Result(event) = &entry.event {
        return Ok(cards.finish(entry.time, event).map_or(Step::Nothing, |card| Step::Card(Box::new(card))));
    }
    cards.see(entry.time, &entry.event);
    Ok(Step::Nothing)
}
