//! Dice for tests that have to find the same inputs every time, and JSON made with them.

#![allow(dead_code, reason = "each test binary uses its own part")]

use serde_json::{Map, Value, json};

/// A generator that needs no crate (splitmix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// One of several.
    pub(crate) fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }

    /// Any JSON value of a small vocabulary, so that it meets schemas of the same vocabulary half way.
    pub(crate) fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 9 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 | 3 => self
                .pick(&[
                    json!(0),
                    json!(1),
                    json!(2),
                    json!(-1),
                    json!(1.0),
                    json!(0.5),
                    json!(3),
                    json!(1e300),
                    json!(u64::MAX),
                ])
                .clone(),
            4 | 5 => json!(self.pick(&["", "a", "b", "aa", "1", "true", "null", "[]", "{\"a\":1}", "2024-05-01", " "])),
            6 => Value::Array((0..self.below(4)).map(|_| self.value(depth - 1)).collect()),
            _ => Value::Object((0..self.below(4)).map(|_| (self.key(), self.value(depth - 1))).collect::<Map<_, _>>()),
        }
    }

    /// A key of the same vocabulary.
    pub(crate) fn key(&mut self) -> String {
        (*self.pick(&["a", "b", "c", "kind"])).to_owned()
    }
}
