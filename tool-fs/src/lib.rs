//! File tools for language-model agents, on the public surface of [`tool_sdk`] alone.
//!
//! | tool | what it does |
//! | --- | --- |
//! | [`Read`] | shows lines of a text file, with their numbers |
//! | [`ReadImage`] | shows an image |
//! | [`Write`] | creates a file, or gives it new content |
//! | [`Edit`] | replaces exact pieces of text in a file |
//! | [`Glob`] | finds files by a pattern of their path |
//! | [`Grep`] | finds lines by a regular expression |
//!
//! ```
//! use tool_sdk::prelude::*;
//!
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let registry = Registry::new();
//! registry.register(tool_fs::Read::new(env!("CARGO_MANIFEST_DIR")))?.keep();
//!
//! let outcome = registry.call(ToolCall::new("read", r#"{"file_path":"Cargo.toml","limit":2}"#)).await;
//! assert!(outcome.text().contains("1: [package]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```
//!
//! A tool of this crate decides nothing about which files may be touched: a host does, by the policies that it
//! installs and by the [`Workspace`] that it gives them: a folder, a [`Disk`], a
//! [`Confinement`](tool_sdk::Confinement). [`plugin`] installs all six with the policies that most hosts want. What can go wrong has
//! a code, see [`code`].
//!
//! Each tool makes its cards: lines for `read`, changed places for `write` and `edit`, paths and matches for the searches. What the
//! session log keeps for them is [`ReadMeta`], [`ChangeMeta`], [`GlobMeta`], [`GrepMeta`].
//!
//! A line is the same everywhere: what stands between `\n`s, without one `\r` before them. The number that [`Grep`] tells is the one
//! that [`Read`] takes, and what [`Read`] shows is what [`Edit`] finds.
//!
//! | feature | brings |
//! | --- | --- |
//! | `image-resize` (default) | [`ReadImage`] makes large images smaller; without it they are refused |

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
compile_error!("tool-fs works on Linux and macOS only: it relies on how these open files");

mod args;
mod output;
mod present;
mod render;

mod edit;
mod glob;
mod grep;
mod read;
mod read_image;
mod write;

mod change;
mod encoding;
mod hints;
mod hunks;
mod matching;
mod notes;
mod path;
mod pattern;
mod picture;
mod place;
#[cfg(feature = "image-resize")]
mod shrink;
mod splice;
mod window;

mod approvals;
mod blocking;
mod observe;
mod plugin;
pub mod provider;
mod trouble;
mod workspace;

pub use args::{EditArgs, EditStep, GlobArgs, GrepArgs, GrepMode, ReadArgs, ReadImageArgs, WriteArgs};
pub use edit::Edit;
pub use glob::Glob;
pub use grep::Grep;
pub use hunks::Hunk;
pub use output::{
    ChangeNote, EditOutput, FileCount, FileOperation, GlobOutput, GrepMatch, GrepOutput, ImageInfo, ImageSize, Line,
    Note, ReadImageOutput, ReadOutput, SearchNote, SearchNoteKind, WriteOutput,
};
pub use plugin::{FileTools, plugin};
pub use present::{ChangeMeta, GlobMeta, GrepMeta, ReadMeta};
pub use provider::{Disk, LocalDisk, Overlay};
pub use read::Read;
pub use read_image::ReadImage;
pub use trouble::code;
pub use workspace::Workspace;
pub use write::Write;
