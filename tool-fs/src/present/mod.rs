//! What a person sees of a call. Each card is made of the arguments and of what a session log keeps of a result, by a pure function
//! or as the types declare it.

mod change;
mod lang;
mod read;
mod search;

pub use change::ChangeMeta;
pub(crate) use change::{edited, editing, written};
pub use read::ReadMeta;
pub(crate) use read::{reading, shown};
pub(crate) use search::found;
pub use search::{GlobMeta, GrepMeta};
