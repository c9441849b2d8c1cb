//! What several modules share: JSON that is made by dice, and an independent judge of it.

pub(crate) mod dice;
pub(crate) mod generate;
pub(crate) mod json;
pub(crate) mod judge;
pub(crate) mod mutate;
mod pools;
