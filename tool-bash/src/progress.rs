//! What a command writes while it runs, for whoever watches the call.

use std::sync::{Mutex, PoisonError};

use anstream::adapter::strip_str;
use tool_sdk::ToolContext;

use crate::executor::{Live, Output};

/// What a terminal of ordinary size shows.
const MOST: usize = 4_000;

/// Reports the end of the output as the message of a progress report, and as its number how many bytes of text there were. Each
/// report stands for itself, so that those which come too fast can be held back.
pub(crate) struct Watched<'a> {
    cx: &'a ToolContext,
    written: Mutex<Written>,
}

#[derive(Default)]
struct Written {
    bytes: u64,
    end: String,
}

impl<'a> Watched<'a> {
    /// Nothing where nobody hears it: then output is not even read as text.
    pub(crate) fn of(cx: &'a ToolContext) -> Option<Self> {
        cx.wants_progress().then(|| Self { cx, written: Mutex::default() })
    }
}

impl Live for Watched<'_> {
    fn wrote(&self, _: Output, text: &str) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.bytes += text.len() as u64;
        written.add(text);
        // No command writes so much that the number loses a byte.
        #[expect(clippy::cast_precision_loss, reason = "exact up to 8 PiB")]
        self.cx.progress(written.bytes as f64, None, strip_str(&written.end).to_string());
    }
}

impl Written {
    fn add(&mut self, text: &str) {
        self.end.push_str(&text[text.floor_char_boundary(text.len().saturating_sub(MOST))..]);
        if self.end.len() > MOST {
            self.end.drain(..self.end.ceil_char_boundary(self.end.len() - MOST));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // contract: X4
    #[test]
    fn the_end_is_kept_in_whole_characters() {
        let mut written = Written::default();
        for part in ["a", &"é".repeat(MOST), "→", &"x".repeat(MOST - 1)] {
            written.add(part);
            assert!(written.end.len() <= MOST && written.end.len() + 3 >= MOST || part == "a", "{}", written.end.len());
            assert!(written.end.ends_with(part.chars().next_back().expect("a character")));
        }
    }
}
