//! Output while it is written, as whole characters.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::capture::trailing_part;
use crate::executor::{Live, Output};

/// Turns the bytes of one stream into text, whatever the pieces in which they come.
#[derive(Debug, Default)]
pub(crate) struct Characters {
    /// The start of a character whose end has not come.
    held: Vec<u8>,
}

impl Characters {
    /// The text that these bytes complete.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> String {
        self.held.extend_from_slice(bytes);
        let rest = self.held.split_off(self.held.len() - trailing_part(&self.held));
        let text = String::from_utf8_lossy(&self.held).into_owned();
        self.held = rest;
        text
    }

    /// What the end of the stream leaves incomplete.
    pub(crate) fn finish(self) -> String {
        String::from_utf8_lossy(&self.held).into_owned()
    }
}

/// Shows another [`Live`] what was written, but not more often than it asks for, and never more than a bounded part at once.
///
/// What comes in between is kept, and the oldest of it left out when it grows too long. The last part is shown when this is
/// dropped.
pub struct Throttled<L: Live> {
    to: L,
    every: Duration,
    most: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    shown: Option<Instant>,
    waiting: [String; 2],
}

const OUTPUTS: [Output; 2] = [Output::Stdout, Output::Stderr];

impl<L: Live> Throttled<L> {
    /// Shows `to` what was written at most once in this time, and then at most the last `most` bytes of each stream.
    pub fn new(to: L, every: Duration, most: usize) -> Self {
        Self { to, every, most, state: Mutex::new(State { shown: None, waiting: [String::new(), String::new()] }) }
    }

    fn show(&self, state: &mut State) {
        for (output, text) in OUTPUTS.into_iter().zip(&mut state.waiting) {
            if !text.is_empty() {
                self.to.wrote(output, &std::mem::take(text));
            }
        }
    }
}

impl<L: Live> Live for Throttled<L> {
    fn wrote(&self, output: Output, text: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = &mut state.waiting[output as usize];
        waiting.push_str(text);
        if waiting.len() > self.most {
            let cut = waiting.ceil_char_boundary(waiting.len() - self.most);
            waiting.drain(..cut);
        }
        if state.shown.is_none_or(|shown| shown.elapsed() >= self.every) {
            self.show(&mut state);
            state.shown = Some(Instant::now());
        }
    }
}

impl<L: Live> Drop for Throttled<L> {
    fn drop(&mut self) {
        let mut state = std::mem::replace(
            &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner),
            State { shown: None, waiting: [String::new(), String::new()] },
        );
        self.show(&mut state);
    }
}

impl<L: Live> fmt::Debug for Throttled<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Throttled").field("every", &self.every).field("most", &self.most).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[derive(Clone, Default)]
    struct Seen(Arc<Mutex<Vec<(Output, String)>>>);

    impl Live for Seen {
        fn wrote(&self, output: Output, text: &str) {
            self.0.lock().expect("no test panics here").push((output, text.to_owned()));
        }
    }

    // contract: X4
    // field: F008, F110
    #[test]
    fn characters_are_never_shown_in_halves() {
        let text = "x→y é😀 end";
        for piece in 1..text.len() {
            let mut characters = Characters::default();
            let mut seen = String::new();
            for piece in text.as_bytes().chunks(piece) {
                let part = characters.push(piece);
                assert!(!part.contains('\u{fffd}'), "{part:?}");
                seen.push_str(&part);
            }
            seen.push_str(&characters.finish());
            assert_eq!(seen, text);
        }
    }

    // field: F008
    #[test]
    fn an_end_in_mid_character_shows() {
        let mut characters = Characters::default();
        assert_eq!(characters.push(b"a\xe2\x86"), "a");
        assert_eq!(characters.finish(), "\u{fffd}");
    }

    #[test]
    fn the_first_and_the_last_are_shown_and_between_them_the_newest() {
        let seen = Seen::default();
        let throttled = Throttled::new(seen.clone(), Duration::from_secs(3_600), 4);
        for text in ["one", "two", "thrée"] {
            throttled.wrote(Output::Stdout, text);
        }
        throttled.wrote(Output::Stderr, "no");
        drop(throttled);
        let seen = seen.0.lock().expect("no test panics here").clone();
        let stdout = |text: &str| (Output::Stdout, text.to_owned());
        assert_eq!(seen, [stdout("one"), stdout("rée"), (Output::Stderr, "no".to_owned())]);
    }
}
