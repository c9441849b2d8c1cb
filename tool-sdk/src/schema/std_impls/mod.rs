//! [`ToolValue`](super::ToolValue) for the types of the standard library and of serde_json.

mod lists;
mod maps;
mod numbers;
mod options;
mod texts;

pub use maps::JsonMap;
pub use options::Nullable;
