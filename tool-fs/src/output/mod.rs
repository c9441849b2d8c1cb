//! What a program gets.

mod change;
mod image;
mod read;
mod search;

pub use change::{ChangeNote, EditOutput, FileOperation, WriteOutput};
pub use image::{ImageInfo, ImageSize, ReadImageOutput};
pub use read::{Line, Note, ReadOutput};
pub use search::{FileCount, GlobOutput, GrepMatch, GrepOutput, SearchNote, SearchNoteKind};
