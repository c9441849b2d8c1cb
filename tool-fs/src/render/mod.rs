//! What a model reads of the values.

pub(crate) mod change;
pub(crate) mod image;
pub(crate) mod read;
pub(crate) mod search;
