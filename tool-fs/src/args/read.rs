//! The arguments of the tools that read one file.

use tool_sdk::prelude::*;

use super::no_nul;

/// The arguments of [`Read`](crate::Read).
///
/// ```
/// let args = tool_fs::ReadArgs::new("Cargo.toml").limit(3);
/// assert_eq!((args.offset, args.limit), (1, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, ToolArgs)]
#[tool(check = check_read)]
#[non_exhaustive]
pub struct ReadArgs {
    /// Path of the file: absolute, or relative to the working directory.
    #[arg(not_blank, alias = "path", alias = "filePath")]
    pub file_path: String,
    /// Number of the first line to return, counted from 1.
    #[arg(min = 1, default = 1)]
    pub offset: u64,
    /// How many lines to return at most.
    #[arg(min = 1, max = 2000, default = 2000)]
    pub limit: u64,
}

fn check_read(args: &ReadArgs) -> Result<(), Invalid> {
    no_nul("file_path", &args.file_path)
}

/// The arguments of [`ReadImage`](crate::ReadImage).
#[derive(Clone, Debug, PartialEq, Eq, ToolArgs)]
#[tool(
    check = check_image,
    call = generic(kind = Read, title = "Read image {file_path}", locations = [file_path])
)]
#[non_exhaustive]
pub struct ReadImageArgs {
    /// Path of the image: absolute, or relative to the working directory.
    #[arg(not_blank, alias = "path", alias = "filePath")]
    pub file_path: String,
}

fn check_image(args: &ReadImageArgs) -> Result<(), Invalid> {
    no_nul("file_path", &args.file_path)
}
