//! Lossless JSON: what crosses every boundary of a call (contract J1–J5).
//!
//! `serde_json::Value` is the tree that authors and hosts know, but its own reader rounds large integers to doubles, keeps the
//! last of two equal keys and stops at 128 levels. Here trees are made by [`parse`] alone, which refuses what it cannot keep.
//!
//! | what | rule |
//! | --- | --- |
//! | integers | exact from `i64::MIN` to `u64::MAX`, an error beyond |
//! | decimals | the nearest double; beyond every double an error |
//! | `-0` | read as 0; refused in values that a tool produces |
//! | lone surrogates, duplicate keys | an error with its place |
//! | depth | at most [`MAX_DEPTH`] levels unless [`Limits`] says otherwise |
//! | key order | kept |

mod canonical;
mod error;
mod number;
mod reader;
mod scan;
mod tree;
mod value;
mod writer;

pub use canonical::canonical_text;
pub use error::{JsonError, JsonErrorKind};
pub use number::Number;
pub use reader::{Direction, Fail, Peek, Reader};
pub(crate) use tree::value as read_value;
pub use tree::{parse, parse_bytes, parse_with};
pub use value::{Tree, check_value, dispose, is_lossless};
pub use writer::{Encoder, quoted, to_pretty, to_text};

/// How deep arguments and values may nest (contract J4).
pub const MAX_DEPTH: usize = 512;

/// How much of a text is read before it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Levels of nesting; [`MAX_DEPTH`] by default.
    pub depth: usize,
    /// Bytes; no limit by default, because only a host knows what may come from outside.
    pub bytes: Option<usize>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: MAX_DEPTH, bytes: None }
    }
}

impl Limits {
    /// Whether they may refuse this text where the default limits do not.
    pub(crate) fn are_stricter_for(&self, text: &str) -> bool {
        self.depth < MAX_DEPTH || self.bytes.is_some_and(|most| text.len() > most)
    }
}
