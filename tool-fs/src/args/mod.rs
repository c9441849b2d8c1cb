//! What a model may ask.

mod change;
mod read;
mod search;

use tool_sdk::prelude::*;

pub use change::{EditArgs, EditStep, WriteArgs};
pub use read::{ReadArgs, ReadImageArgs};
pub use search::{GlobArgs, GrepArgs, GrepMode};

/// What no keyword says: the operating system ends a path at a NUL, so what follows it would be lost without a word.
fn no_nul(argument: &str, path: &str) -> Result<(), Invalid> {
    if path.contains('\0') { Err(Invalid::at(argument, "a path cannot hold a NUL character")) } else { Ok(()) }
}
