//! The arguments of the tools that search.

use tool_sdk::prelude::*;

use super::no_nul;

/// The arguments of [`Glob`](crate::Glob).
#[derive(Clone, Debug, PartialEq, Eq, ToolArgs)]
#[tool(
    check = check_glob,
    call = generic(kind = Search, title = "Glob {pattern}[ in {path}]", raw_input = pattern, locations = [path])
)]
#[non_exhaustive]
pub struct GlobArgs {
    /// Glob pattern, like `**/*.rs` or `src/{a,b}/*.ts`; without `/` it matches file names at any depth.
    #[arg(not_blank)]
    pub pattern: String,
    /// Directory to search; the working directory when absent.
    #[arg(not_blank)]
    pub path: Option<String>,
    /// How many paths to show at most.
    #[arg(min = 1, max = 10000, default = 100, alias = "head_limit")]
    pub limit: u64,
    /// How many paths to leave out before the first one shown.
    #[arg(default)]
    pub offset: u64,
}

fn check_glob(args: &GlobArgs) -> Result<(), Invalid> {
    no_nul("pattern", &args.pattern)?;
    args.path.as_deref().map_or(Ok(()), |path| no_nul("path", path))
}

/// What [`Grep`](crate::Grep) gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolValue)]
#[tool(rename_all = "snake_case")]
pub enum GrepMode {
    /// The matching lines.
    Content,
    /// The paths of files with a match.
    Files,
    /// How many matches each file has.
    Count,
}

/// The arguments of [`Grep`](crate::Grep).
#[derive(Clone, Debug, PartialEq, Eq, ToolArgs)]
#[tool(
    check = check_grep,
    call = generic(
        kind = Search,
        title = "Grep {pattern}[ in {path}][ ({include})]",
        raw_input = pattern,
        locations = [path]
    )
)]
#[non_exhaustive]
pub struct GrepArgs {
    /// Regular expression in ripgrep's syntax.
    #[arg(non_empty)]
    pub pattern: String,
    /// File or directory to search; the working directory when absent.
    #[arg(not_blank)]
    pub path: Option<String>,
    /// Glob of the files to search, like `*.{ts,tsx}`.
    #[arg(not_blank, alias = "glob")]
    pub include: Option<String>,
    /// Kind of the files to search, like `rust` or `js`.
    #[arg(rename = "type", not_blank)]
    pub kind: Option<String>,
    /// Matching lines, or only the paths of their files, or how many each file has.
    #[arg(default = GrepMode::Content, alias = "output_mode")]
    pub mode: GrepMode,
    /// Let letters match in both cases.
    #[arg(default, alias = "-i")]
    pub ignore_case: bool,
    /// Lines to show before and after each match.
    #[arg(max = 20, default, alias = "-C")]
    pub context: u64,
    /// Let the pattern match across line ends.
    #[arg(default)]
    pub multiline: bool,
    /// Search also what ignore files like `.gitignore` name.
    #[arg(default)]
    pub no_ignore: bool,
    /// How many results to show at most.
    #[arg(min = 1, max = 10000, default = 250, alias = "head_limit")]
    pub limit: u64,
    /// How many results to leave out before the first one shown.
    #[arg(default)]
    pub offset: u64,
}

fn check_grep(args: &GrepArgs) -> Result<(), Invalid> {
    args.path.as_deref().map_or(Ok(()), |path| no_nul("path", path))?;
    let Some(include) = args.include.as_deref() else { return Ok(()) };
    if include.starts_with('!') {
        return Err(Invalid::at("include", "one positive glob: a leading `!` is not taken"));
    }
    if has_free_comma(include) {
        return Err(Invalid::at("include", "one glob: write several as `{*.ts,*.js}`"));
    }
    Ok(())
}

/// Whether a comma stands outside of braces.
fn has_free_comma(glob: &str) -> bool {
    let mut depth = 0_usize;
    let mut escaped = false;
    for character in glob.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return true,
            _ => {}
        }
    }
    false
}
