//! What a model may ask.

use tool_sdk::prelude::*;

/// The arguments of [`Read`](crate::Read).
///
/// ```
/// let args = tool_fs::ReadArgs::new("Cargo.toml").limit(3);
/// assert_eq!((args.offset, args.limit), (1, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, ToolArgs)]
#[tool(check = check)]
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

/// What no keyword says: the operating system ends a path at a NUL, so what follows it would be lost without a word.
fn check(args: &ReadArgs) -> Result<(), Invalid> {
    if args.file_path.contains('\0') {
        return Err(Invalid::at("file_path", "a path cannot hold a NUL character"));
    }
    Ok(())
}
